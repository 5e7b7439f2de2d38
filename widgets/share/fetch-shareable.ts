import type { Rewards, Shareable, ShareableInput } from '../../src/api.js'
import { readObject, readText } from '../readers.js'

/**
 * Fetches the link of the consumer. `data` is that of the zone: if it has a `content` with a `partner_content_id`, as on the page of a product, the
 * link leads to that content.
 */
export function fetchShareable({ shareables }: Rewards, { content }: Record<string, unknown>): Promise<Shareable> {
  const key = readText(readObject(content).partner_content_id)
  return shareables.getOrCreate(key ? { key, content: content as ShareableInput['content'] } : {})
}
