import { guarded } from './view-errors.js'
import { hide } from './hide-broken-image.js'

interface AvatarProps {
  name: string
  image_url: string | undefined
}

/** What somebody looks like: a picture, or the initial of a name that stands beside it. */
export const Avatar = ({ name, image_url }: AvatarProps) => (
  <span part="face">
    <span aria-hidden="true">{[...name][0]?.toLocaleUpperCase()}</span>
    {/* One that does not come leaves the initial that it covered. */}
    {image_url && <img src={image_url} alt="" onError={guarded(hide)} />}
  </span>
)
