/** @jsxImportSource hono/jsx */
import { liveRules } from '../../campaign/live-program.js'
import { Head, htmlResponse } from '../../http/page.js'
import { preferredLanguage } from '../../http/preferred-language.js'
import { type LinkCard, linkCard } from '../../links/link-card.js'
import { linkAddress, type ShareableContent } from '../../links/shareable.js'
import type { ProgramContext } from '../consumer-call.js'

interface CardLink {
  code: string
  content: ShareableContent | null
}

/** Responds to a link previewer: with the card of the shareable, else of the program. `landing` is where a person gets. */
export async function showLinkCard(
  c: ProgramContext,
  link?: CardLink,
  landing = new URL(c.env.settings.landingUrl),
): Promise<Response> {
  const program = await liveRules(c.env)
  const language = preferredLanguage(c.req.header('Accept-Language'), Object.keys(program.cards))
  const shown = linkCard(program, language, c.env.settings.landingUrl, link?.content)
  const url = link ? linkAddress(c.env.settings.programOrigin, link.code) : landing.href
  const document = <Document card={shown} url={url} landing={landing.href} />
  const response = htmlResponse(document, 200, [`form-action 'none'`, `frame-ancestors 'none'`])
  response.headers.set('Vary', 'User-Agent, Accept-Language')
  return response
}

interface DocumentProps {
  card: LinkCard
  url: string
  landing: string
}

function Document({ card, url, landing }: DocumentProps) {
  const { language, site, title, description, image_url } = card
  const properties = {
    'og:type': 'website',
    'og:site_name': site,
    'og:title': title,
    'og:description': description,
    'og:image': image_url,
    'og:url': url,
  }
  const names = { description, 'twitter:card': image_url ? 'summary_large_image' : 'summary', robots: 'noindex' }
  return (
    <html lang={language} prefix="og: https://ogp.me/ns#">
      <head>
        <Head title={title} styles={['pages.css']} />
        {given(properties).map(([property, content]) => (
          <meta property={property} content={content} />
        ))}
        {given(names).map(([name, content]) => (
          <meta name={name} content={content} />
        ))}
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {description && <p>{description}</p>}
          <p>
            <a href={landing}>{new URL(landing).hostname}</a>
          </p>
        </main>
      </body>
    </html>
  )
}

const given = (values: Record<string, string | undefined>) => Object.entries(values).filter(([, value]) => value)
