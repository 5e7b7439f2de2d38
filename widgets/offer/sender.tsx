import { Avatar } from '../kit/avatar.js'

interface SenderProps {
  first_name: string
  image_url: string | undefined
  /** A text with the placeholder `{name}`. */
  from: string
}

/** Who has sent the offer. `<bdi>` keeps the direction of the name from changing that of the text around it. */
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
