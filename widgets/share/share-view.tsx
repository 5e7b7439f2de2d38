/// <reference types="vite/client" />
import type { ViewProps } from '../views.js'
import styles from './share.css?inline'
import { readShare } from './share-content.js'
import { ShareLink } from './share-link.js'

export { styles }

/** Invites a person to share their link, and hands it to them. */
export default function ShareView(props: ViewProps) {
  const { messages } = props
  const content = readShare(props.content)
  const { headline, description, image_url, how_it_works, links } = content
  return (
    <section part="card share">
      {image_url && <img part="image" src={image_url} alt="" onError={hide} />}
      <div part="words">
        <h2 part="headline">{headline || messages.share_headline}</h2>
        {description && <p part="description">{description}</p>}
        {how_it_works.length > 0 && (
          <ol part="steps">
            {how_it_works.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        <ShareLink {...props} share={content} />
        <p part="links">
          <OutwardLink href={links.terms_url}>{messages.terms}</OutwardLink>
          <OutwardLink href={links.company_url}>{messages.company}</OutwardLink>
        </p>
      </div>
    </section>
  )
}

const OutwardLink = ({ href, children }: { href: string | undefined; children: string }) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : null

/** A picture that does not come leaves no broken frame. */
const hide = (event: Event) => {
  ;(event.currentTarget as HTMLElement).hidden = true
}
