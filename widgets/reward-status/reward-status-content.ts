import type { RewardStatusQuery } from '../../src/api.js'
import { text } from '../readers.js'

const KEYS = ['polling_id', 'reward_name', 'partner_event_id'] as const

/**
 * Which reward a zone is about: as its content says, else as the page says that asks for it, which alone knows the id of what has
 * just happened there. Undefined where neither does.
 */
export function readQuery(...sources: Record<string, unknown>[]): RewardStatusQuery | undefined {
  for (const source of sources)
    for (const key of KEYS) {
      const value = text(source[key])
      if (value) return { [key]: value } as unknown as RewardStatusQuery
    }
  return undefined
}
