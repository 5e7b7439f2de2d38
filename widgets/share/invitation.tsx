import type { ComponentChildren } from 'preact'
import { guarded } from '../kit/view-errors.js'
import { hide } from '../kit/hide-broken-image.js'
import type { Messages } from '../messages/messages.js'
import type { ShareContent } from './share-content.js'

interface InvitationProps {
  share: ShareContent
  messages: Messages
  /** What a person is to do about it. */
  children: ComponentChildren
}

/** What is in it for a person and their friends. */
export function Invitation({ share, messages, children }: InvitationProps) {
  const { headline, description, image_url, how_it_works, links } = share
  return (
    <section part="card share">
      {image_url && <img part="image" src={image_url} alt="" onError={guarded(hide)} />}
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
        {children}
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
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : null
