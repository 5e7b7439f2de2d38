import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import { personById } from '../../identity/person.js'
import type { Token } from '../../identity/token.js'
import type { Data } from '../identify.js'
import { getCreateOrUpdateShareable, getOrCreateShareable, type ShareableRequest } from '../shareables/shareable.js'
import { checkShareable } from '../shareables/shareable-request.js'
import type { Creative } from './creative.js'

/** Placeholders a creative may hold, and what stands there for the consumer who asks. */
const placeholders: Record<string, (domain: Domain, token: Token, data: Data) => Promise<unknown>> = {
  '{{shareable}}': shareable,
}

/** A JSON creative with its placeholders filled in: each is a whole value, made only where the creative asks for it. */
export async function fillIn(domain: Domain, token: Token, creative: Creative, data: Data): Promise<Creative> {
  if (creative.content_type !== 'application/json') return creative
  let content = creative.content
  for (const [placeholder, make] of Object.entries(placeholders)) {
    const quoted = JSON.stringify(placeholder)
    if (!content.includes(quoted)) continue
    const value = JSON.stringify(await make(domain, token, data))
    content = content.replaceAll(quoted, () => value)
  }
  return { ...creative, content }
}

/** The consumer's own link, an anonymous one's too; on a page about something (`data.content`) the one that leads there. */
async function shareable(domain: Domain, token: Token, data: Data): Promise<unknown> {
  const { person_id } = await personById(domain, token.identity_id)
  const about = contentIn(domain, data)
  const { code, link } = about
    ? await getCreateOrUpdateShareable(domain, person_id, about)
    : await getOrCreateShareable(domain, person_id)
  return { code, link }
}

/** What the page is about, if a link may lead there. One that may not is no reason to leave the zone empty. */
function contentIn(domain: Domain, { content }: Data): ShareableRequest | undefined {
  const { partner_content_id: key, url } = Object(content) as Record<string, unknown>
  if (!key || !url) return undefined
  try {
    return checkShareable(domain, { key, content })
  } catch (error) {
    if (error instanceof RestError) return undefined
    throw error
  }
}
