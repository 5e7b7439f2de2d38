import { type Viewer, viewerFrom } from '../campaign/conditions.js'
import { isAnonymous } from '../identity/person.js'
import type { ConsumerEvent } from './consumer-event.js'
import type { Participant } from './participant.js'

/** The viewer to whom the conditions of a program refer: the person of an event, with the audiences before its step. */
export function viewerOfEvent({ data }: Pick<ConsumerEvent, 'data'>, person: Participant, isVerified: boolean): Viewer {
  const known = isAnonymous(person) ? 'anonymous' : 'identified'
  return viewerFrom(data, {
    level: isVerified ? 'verified' : known,
    locale: person.locale,
    audiences: person.audiences,
  })
}
