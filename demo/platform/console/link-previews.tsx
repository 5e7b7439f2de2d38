/** @jsxImportSource hono/jsx */
import type { LinkCard } from '../links/link-card.js'

interface LinkPreviewsProps {
  card: LinkCard
  /** The host of the link. */
  host: string
}

/** A card as messengers and social networks show it. */
export const LinkPreviews = ({ card: { site, title, description, image_url, language }, host }: LinkPreviewsProps) => {
  const picture = image_url && <img src={image_url} alt="" />
  const heading = (
    <p class="card-title" lang={language}>
      {title}
    </p>
  )
  const text = description && (
    <p class="card-text" lang={language}>
      {description}
    </p>
  )
  const address = <p class="card-host">{host}</p>
  return (
    <div class="messengers">
      <figure class="whatsapp">
        <figcaption>WhatsApp</figcaption>
        <div class="shown">
          <div class="card-body">
            {picture}
            <div class="card-words">
              {heading}
              {text}
              {address}
            </div>
          </div>
          <p class="link">https://{host}/s/…</p>
        </div>
      </figure>
      <figure class="imessage">
        <figcaption>iMessage</figcaption>
        <div class="shown">
          {picture}
          <div class="card-words">
            {heading}
            {address}
          </div>
        </div>
      </figure>
      <figure class="slack">
        <figcaption>Slack</figcaption>
        <div class="shown">
          <p class="card-site">{site}</p>
          {heading}
          {text}
          {picture}
        </div>
      </figure>
      <figure class="x">
        <figcaption>X</figcaption>
        <div class="shown">
          <div class="card-body">
            {picture}
            {heading}
          </div>
          <p class="card-host">From {host}</p>
        </div>
      </figure>
      <figure class="linkedin">
        <figcaption>LinkedIn</figcaption>
        <div class="shown">
          {picture}
          <div class="card-words">
            {heading}
            {address}
          </div>
        </div>
      </figure>
    </div>
  )
}
