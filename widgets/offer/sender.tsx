import { Avatar } from '../kit/avatar.js'
import { FilledText } from '../kit/filled-text.js'

interface SenderProps {
  first_name: string
  image_url: string | undefined
  /** A text with the placeholder `{name}`. */
  from: string
}

/** Who has sent the offer. `<bdi>` keeps the direction of the name from changing that of the text around it. */
export function Sender({ first_name, image_url, from }: SenderProps) {
  if (!first_name) return null
  return (
    <p part="advocate">
      <Avatar name={first_name} image_url={image_url} />
      <span>
        <FilledText text={from} placeholder="{name}">
          <bdi>{first_name}</bdi>
        </FilledText>
      </span>
    </p>
  )
}
