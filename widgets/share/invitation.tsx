import type { ComponentChildren } from 'preact'
import { hideBrokenImage } from '../kit/hide-broken-image.js'
import { catchErrors } from '../kit/view-errors.js'
import type { Messages } from '../messages/messages.js'
import type { ShareContent } from './share-content.js'

interface InvitationProps {
  share: ShareContent
  /** The language of the content. */
  locale: string
  messages: Messages
  /** What the person can do: share the link, or enter an email address. */
  children: ComponentChildren
}

/** The card of the `share` widget: what sharing is good for, how it works, and legal links. */
export function Invitation({ share, locale, messages, children }: InvitationProps) {
  const { headline, description, image_url, how_it_works, links } = share
  return (
    <section part="card share">
      {image_url && <img key={image_url} part="image" src={image_url} alt="" onError={catchErrors(hideBrokenImage)} />}
      <div part="words">
        <h2 part="headline" lang={headline ? locale : messages.lang}>
          {headline || messages.share_headline}
        </h2>
        {description && (
          <p part="description" lang={locale}>
            {description}
          </p>
        )}
        {how_it_works.length > 0 && (
          <ol part="steps" lang={locale}>
            {how_it_works.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {children}
        <p part="links">
          <ExternalLink href={links.terms_url}>{messages.terms}</ExternalLink>
          <ExternalLink href={links.company_url}>{messages.company}</ExternalLink>
        </p>
      </div>
    </section>
  )
}

const ExternalLink = ({ href, children }: { href: string | undefined; children: string }) =>
  href ? (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : null
