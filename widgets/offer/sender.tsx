import { hide } from '../kit/hide.js'

interface SenderProps {
  first_name: string
  image_url: string | undefined
  /** The words around the name, which stands at `{name}`. */
  from: string
}

/** Who sent it: a face, or an initial, and a name, whose letters run their own way without turning the words around it. */
export function Sender({ first_name, image_url, from }: SenderProps) {
  if (!first_name) return null
  const [before, after] = from.split('{name}')
  return (
    <p part="advocate">
      <span part="face">
        <span aria-hidden="true">{[...first_name][0]!.toLocaleUpperCase()}</span>
        {/* One that does not come leaves the initial that it covered. */}
        {image_url && <img src={image_url} alt="" onError={hide} />}
      </span>
      <span>
        {before}
        <bdi>{first_name}</bdi>
        {after}
      </span>
    </p>
  )
}
