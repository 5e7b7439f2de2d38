import { type Viewer, viewerFrom } from '../campaign/conditions.js'
import type { Domain } from '../domain.js'
import { isAnonymous, type Person } from '../identity/person.js'
import { audiencesOf } from './audience.js'
import type { ConsumerEvent } from './consumer-event.js'
import { containerOf } from './container.js'

/** The viewer to whom the conditions of a program refer: the person of an event, with the audiences before its step. */
export async function viewerOfEvent(
  domain: Domain,
  { data }: Pick<ConsumerEvent, 'data'>,
  person: Person,
  isVerified: boolean,
): Promise<Viewer> {
  const known = isAnonymous(person) ? 'anonymous' : 'identified'
  const audiences = await audiencesOf(domain, person.person_id, containerOf(data))
  return viewerFrom(data, { level: isVerified ? 'verified' : known, locale: person.locale, audiences })
}
