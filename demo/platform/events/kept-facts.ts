import type { KnownPerson } from '../campaign/conditions.js'
import type { Level } from '../identity/level.js'
import { isAnonymous } from '../identity/person.js'
import type { PossibleLink } from './decide-advocate.js'
import type { ReferralFacts } from './decide-referral.js'
import type { EarningFacts } from './decide-rewards.js'
import type { Participant } from './participant.js'
import type { Referral } from './referral.js'

/** What decided about a step in a campaign, besides the event and `known`. It is kept with the step, because it changes later. */
export interface KeptFacts {
  /** The version of the campaign whose program was applied. Null: none was published. */
  version: number | null
  /** The person of then: the event can move in a merge. */
  friendId?: string
  /** The links that could have led to an advocate. Undefined: the step refers nobody. */
  links?: PossibleLink[] | undefined
  /** The friend and the advocate to whom a link has led. */
  pair?: ReferralFacts | undefined
  /** Who referred the person. Undefined: nobody, or it did not matter. */
  referral?: Pick<Referral, 'advocate_id' | 'code' | 'isNew'> | undefined
  /** Undefined: they have refused no reward. */
  earnings?: EarningFacts
}

/** What is known about the person of an event or zone. It is kept with the event. */
export interface KeptPerson extends KnownPerson {
  isAnonymous?: true
}

export const knownOf = (person: Participant, level: Level): KeptPerson => ({
  level,
  ...(person.locale && { locale: person.locale }),
  ...(person.audiences.length && { audiences: person.audiences }),
  ...(isAnonymous(person) && { isAnonymous: true }),
})
