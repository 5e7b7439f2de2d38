import type { KeptFacts, KeptPerson } from '../events/kept-facts.js'

/** An event with the facts that were kept with it. */
export interface ReplayedEvent {
  event_id: string
  name: string
  person_id: string
  data: Record<string, unknown>
  time: Date
  known: KeptPerson
  facts: KeptFacts
}

/** What an event has done in fact: the rewards that it has earned, and whom it has referred. */
export interface Outcome {
  rewards: { reward_name: string; person_id: string; friend_id: string | null }[]
  referrals: { advocate_id: string; friend_id: string }[]
}
