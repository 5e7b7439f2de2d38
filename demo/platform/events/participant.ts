import type { Domain } from '../domain.js'
import { type Person, SELECT_PERSON } from '../identity/person.js'
import { prepared } from '../store/prepared.js'
import { audienceContainers } from './audience.js'

/** The person of an event or of a zone, with the audiences that they belong to in its container. */
export interface Participant extends Person {
  audiences: string[]
}

/** Returns the participant with this id, or the one they were merged into. */
export async function findParticipant(
  { db, clientId }: Domain,
  personId: string,
  container: string,
): Promise<Participant> {
  const [person] = await db.query<Participant>(FIND, [personId, clientId, audienceContainers(container)])
  return person!
}

const FIND = prepared(`select person.*, audiences_of(person_id, $3) as audiences from (${SELECT_PERSON}) person`)
