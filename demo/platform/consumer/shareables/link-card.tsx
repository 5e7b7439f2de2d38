/** @jsxImportSource hono/jsx */
import { type Card, cardIn, pictureUrl } from '../../campaign/card.js'
import { liveRules } from '../../campaign/live-program.js'
import type { Program } from '../../campaign/program.js'
import { Head, htmlResponse } from '../../http/page.js'
import { preferredLanguage } from '../../http/preferred-language.js'
import { linkAddress, type ShareableContent } from '../../links/shareable.js'
import type { ProgramContext } from '../consumer-call.js'

interface CardLink {
  code: string
  content: ShareableContent | null
}

/** What a messenger shows for a link. */
export interface LinkCard extends Required<Pick<Card, 'title'>>, Omit<Card, 'title'> {
  /** The language of the program's texts. Undefined if the program has none. */
  language: string | undefined
  site: string
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

/** The card of a link: what the shareable says, else what the program says in the language. */
export function linkCard(
  program: Pick<Program, 'name' | 'cards'>,
  language: string | undefined,
  landingUrl: string,
  content?: ShareableContent | null,
): LinkCard {
  const ofProgram = cardIn(program.cards, language)
  const image = content?.image_url || ofProgram.image_url
  return {
    language,
    site: program.name,
    title: content?.title || ofProgram.title || program.name,
    description: content?.description || ofProgram.description,
    image_url: image && pictureUrl(image, landingUrl),
  }
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
