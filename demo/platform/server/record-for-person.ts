import type { Domain } from '../domain.js'
import { backendSender, type Recorded, recordEvent, type Submission } from '../events/record-event.js'
import { findOrCreatePerson } from './find-or-create-person.js'

/**
 * Records an event of the person whom its data identifies. Runs in a transaction. Throws the errors of `findOrCreatePerson` and `recordEvent`.
 */
export async function recordForPerson(domain: Domain, submission: Submission): Promise<Recorded> {
  const { personId } = await findOrCreatePerson(domain, submission.data)
  const { event_id, person_id } = await recordEvent(domain, backendSender(personId), submission)
  return { event_id, person_id }
}
