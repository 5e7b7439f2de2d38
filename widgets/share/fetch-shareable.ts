import type { Rewards, Shareable, ShareableInput } from '../../src/api.js'
import { readObject, readText } from '../readers.js'

/**
 * Fetches the link of the consumer. `data` is that of the zone: if it has a `content` with a `partner_content_id`, as on the page of a product, the
 * link leads to that content. Resolves with null for an anonymous consumer, whose request the platform would refuse.
 */
export async function fetchShareable(
  rewards: Rewards,
  { content }: Record<string, unknown>,
): Promise<Shareable | null> {
  const { level } = rewards.consumer.level !== 'anonymous' ? rewards.consumer : await rewards.recognize()
  const key = readText(readObject(content).partner_content_id)
  return level === 'anonymous'
    ? null
    : rewards.shareables.getOrCreate(key ? { key, content: content as ShareableInput['content'] } : {})
}
