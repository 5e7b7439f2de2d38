import { hideBrokenImage } from './hide-broken-image.js'
import { catchErrors } from './view-errors.js'

interface AvatarProps {
  name: string
  image_url: string | undefined
}

/** A picture of a person, on top of the initial of their name. The initial is visible if there is no picture, or if it does not load. */
export const Avatar = ({ name, image_url }: AvatarProps) => (
  <span part="face">
    <span aria-hidden="true">{[...name][0]?.toLocaleUpperCase()}</span>
    {/* A person may have chosen a host of their own, which need not know where others see the picture. */}
    {image_url && (
      <img key={image_url} referrerPolicy="no-referrer" src={image_url} alt="" onError={catchErrors(hideBrokenImage)} />
    )}
  </span>
)
