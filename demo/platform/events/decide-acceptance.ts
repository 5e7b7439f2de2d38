import { isBlocked } from '../identity/block.js'
import type { Person } from '../identity/person.js'
import type { EarlierEvent } from './lock-participant.js'

/** What becomes of an event. A refusal has the rule that refuses, and the value that decided. */
export type Acceptance =
  | { outcome: 'refused'; rule: 'block'; value: 'EVENTS' }
  | { outcome: 'duplicate' | 'replaces'; eventId: string }
  | { outcome: 'new' }

/**
 * Whether an event of a person is recorded: not if they are blocked for events, and not a second time. A proven event takes over an unproven one of
 * the same person. `earlier` is the event that was recorded before (`lockParticipant`).
 */
export function decideAcceptance(
  person: Pick<Person, 'person_id' | 'blocks'>,
  isProven: boolean,
  earlier: EarlierEvent | undefined,
): Acceptance {
  if (isBlocked(person, 'EVENTS')) return { outcome: 'refused', rule: 'block', value: 'EVENTS' }
  if (!earlier) return { outcome: 'new' }
  const isTakenOver = isProven && !earlier.verified && earlier.person_id === person.person_id
  return { outcome: isTakenOver ? 'replaces' : 'duplicate', eventId: earlier.event_id }
}
