import type { Domain } from '../../domain.js'
import { requireEventName } from '../../events/check-event.js'
import { type Fields, validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { changePerson, checkPerson } from '../../identity/change-person.js'
import { createPerson, findPersonByIdentity } from '../../identity/person.js'
import { addressIn } from '../../identity/person-fields.js'
import { changesOf, personFields } from '../persons/profile.js'
import { recordForPerson } from '../record-for-person.js'
import type { JobRow } from './batch-job.js'

/** Processes the fields of a row. Runs in a transaction. Throws the errors of the call that does the same for one event or person. */
export const saveRow = (domain: Domain, { type, event_name }: JobRow, fields: Fields): Promise<unknown> =>
  type === 'EVENTS' ? saveEvent(domain, event_name, fields) : savePerson(domain, fields)

/** The row is the data of an event, or has the data in a field of its own, as in the body of `POST /v6/events`. */
function saveEvent(domain: Domain, jobsName: string | null, { event_name, ...rest }: Fields): Promise<unknown> {
  const name = requireEventName(event_name ?? jobsName, 'Neither the row nor the job has an event_name')
  return recordForPerson(domain, { name, data: isFields(rest.data) ? rest.data : rest })
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Creates the person with the identity in the row, or updates them. */
async function savePerson(domain: Domain, fields: Fields): Promise<void> {
  const input = await changesOf(domain, validate(personFields, fields))
  const { email, partner_user_id } = input
  if (email === undefined && partner_user_id === undefined)
    throw new RestError('invalid_parameter', 'A person needs an email or a partner_user_id')
  const known = await findPersonByIdentity(domain, { email: email && addressIn(email), partner_user_id })
  if (known) await changePerson(domain, known.person_id, input)
  else await createPerson(domain, await checkPerson(domain, input))
}
