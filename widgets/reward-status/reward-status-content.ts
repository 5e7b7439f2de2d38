import type { RewardStatusQuery } from '../../src/api.js'
import { readText } from '../readers.js'

/**
 * Finds the reward that a zone is about, in the first source that names one. The sources are the content of the zone, and the page's data: only
 * the page knows the id of an event that has just happened there.
 */
export function readQuery(...sources: Record<string, unknown>[]): RewardStatusQuery | undefined {
  for (const source of sources) {
    const polling_id = readText(source.polling_id)
    if (polling_id) return { polling_id }
    const reward_name = readText(source.reward_name)
    if (reward_name) return { reward_name }
    const partner_event_id = readText(source.partner_event_id)
    if (partner_event_id) return { partner_event_id }
  }
  return undefined
}
