import type { Domain } from '../domain.js'
import { type Recorded, recordEvent, type Submission } from '../events/record-event.js'
import { findOrCreatePerson } from './find-or-create-person.js'

/**
 * Records an event of the person whom its data identifies. Runs in a transaction. Throws the errors of `findOrCreatePerson` and `recordEvent`.
 */
export async function recordForPerson(domain: Domain, submission: Submission): Promise<Recorded> {
  const personId = await findOrCreatePerson(domain, submission.data)
  const sender = { personId, deviceId: null, requestDeviceId: null, verified: true }
  const { event_id, person_id } = await recordEvent(domain, sender, submission)
  return { event_id, person_id }
}
