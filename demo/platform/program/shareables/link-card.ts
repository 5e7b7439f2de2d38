import { type Card, cardIn, pictureUrl } from '../../campaign/card.js'
import { liveRules } from '../../campaign/live-program.js'
import type { Program } from '../../campaign/program.js'
import { escapeHtml, htmlResponse } from '../../http/page.js'
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
  const response = htmlResponse(toHtml(shown, url, landing.href), 200, [`form-action 'none'`, `frame-ancestors 'none'`])
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

function toHtml({ language, site, title, description, image_url }: LinkCard, url: string, landing: string): string {
  const properties = {
    'og:type': 'website',
    'og:site_name': site,
    'og:title': title,
    'og:description': description,
    'og:image': image_url,
    'og:url': url,
  }
  const names = { description, 'twitter:card': image_url ? 'summary_large_image' : 'summary', robots: 'noindex' }
  return `<!doctype html>
<html${language === undefined ? '' : ` lang="${escapeHtml(language)}"`} prefix="og: https://ogp.me/ns#">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${metaTags('property', properties)}
${metaTags('name', names)}
<link rel="stylesheet" href="/pages/pages.css">
<main>
<h1>${escapeHtml(title)}</h1>
${description ? `<p>${escapeHtml(description)}</p>` : ''}
<p><a href="${escapeHtml(landing)}">${escapeHtml(new URL(landing).hostname)}</a></p>
</main>
</html>`
}

const metaTags = (attribute: 'property' | 'name', values: Record<string, string | undefined>): string =>
  Object.entries(values)
    .flatMap(([key, value]) => (value ? [`<meta ${attribute}="${key}" content="${escapeHtml(value)}">`] : []))
    .join('\n')
