import type { Domain } from '../domain.js'
import { personById } from '../identity/person.js'
import type { Token } from '../identity/token.js'
import type { Creative } from './creative.js'
import { getOrCreateShareable } from './shareable.js'

/** Placeholders a creative may hold, and what stands there for the consumer who asks. */
const placeholders: Record<string, (domain: Domain, token: Token) => Promise<unknown>> = {
  '{{shareable}}': shareable,
}

/** A JSON creative with its placeholders filled in: each is a whole value, made only where the creative asks for it. */
export async function fillIn(domain: Domain, token: Token, creative: Creative): Promise<Creative> {
  if (creative.content_type !== 'application/json') return creative
  let content = creative.content
  for (const [placeholder, make] of Object.entries(placeholders)) {
    const quoted = JSON.stringify(placeholder)
    if (!content.includes(quoted)) continue
    const value = JSON.stringify(await make(domain, token))
    content = content.replaceAll(quoted, () => value)
  }
  return { ...creative, content }
}

/** The consumer's own link, an anonymous one's too. */
async function shareable(domain: Domain, token: Token): Promise<unknown> {
  const { person_id } = await personById(domain, token.identity_id)
  const { code, link } = await getOrCreateShareable(domain, person_id)
  return { code, link }
}
