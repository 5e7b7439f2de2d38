import { Avatar } from '../kit/avatar.js'

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
      <Avatar name={first_name} image_url={image_url} />
      <span>
        {before}
        <bdi>{first_name}</bdi>
        {after}
      </span>
    </p>
  )
}
