import type { Domain } from '../domain.js'
import { type ErrorCode, RestError } from '../http/rest-error.js'
import { isWebUrl } from '../http/web-url.js'
import { recordIdentity } from './identity-history.js'
import { lockPerson, type Person } from './person.js'
import { addressIn, idText, isAddress, MAX_ID, MAX_NAME } from './person-fields.js'

/** The columns of a profile. */
export const profileColumns = [
  'email',
  'partner_user_id',
  'first_name',
  'last_name',
  'profile_picture_url',
  'locale',
] as const

/** The columns that can be changed. */
export const personColumns = [...profileColumns, 'cookie_consent', 'processing_consent'] as const

export type PersonChanges = { [Column in (typeof personColumns)[number]]?: NonNullable<Person[Column]> | undefined }

/** The errors of creating or changing a person. */
export const profileErrors = [
  'invalid_person_email',
  'person_email_already_defined',
  'partner_user_id_already_defined',
  'partner_user_id_invalid_length',
  'invalid_length_first_name',
  'invalid_length_last_name',
  'invalid_profile_picture_url',
] satisfies ErrorCode[]

const MAX_URL = 2000

/** Changes only the given columns of a person. Throws the errors of `checkPerson`. */
export async function changePerson(domain: Domain, personId: string, changes: PersonChanges): Promise<void> {
  await domain.db.transaction(async db => {
    const transaction = { ...domain, db }
    const { person_id } = await lockPerson(transaction, personId)
    const checked = await checkPerson(transaction, changes, person_id)
    const changed = personColumns.filter(column => checked[column] !== undefined)
    if (changed.length === 0) return
    // A profile that was merged into this one may have the same key. This one takes it over.
    await db.query(
      'update persons set email = nullif(email, $2), partner_user_id = nullif(partner_user_id, $3) where merged_into = $1',
      [person_id, checked.email ?? null, checked.partner_user_id ?? null],
    )
    const assignments = changed.map((column, index) => `${column} = $${index + 2}`).join(', ')
    const values = changed.map(column => checked[column])
    await db.query(`update persons set ${assignments} where person_id = $1`, [person_id, ...values])
    if (changed.includes('email') || changed.includes('partner_user_id')) await recordIdentity(transaction, person_id)
  })
}

/**
 * Checks the values of a new person, or the changes of an existing one. Returns them in the form in which a claim would store them. Throws
 * `profileErrors`.
 */
export async function checkPerson(domain: Domain, input: PersonChanges, personId?: string): Promise<PersonChanges> {
  const { email, partner_user_id, first_name, last_name } = input
  const changes = {
    ...input,
    ...{
      email: email === undefined ? undefined : addressIn(email),
      partner_user_id: partner_user_id === undefined ? undefined : idText(partner_user_id),
    },
    ...{ first_name: first_name?.trim(), last_name: last_name?.trim() },
  }
  checkFields(changes)
  await checkFree(domain, changes, personId)
  return changes
}

function checkFields({ email, partner_user_id, first_name, last_name, profile_picture_url }: PersonChanges): void {
  const reject = (code: ErrorCode, message: string) => {
    throw new RestError(code, message)
  }
  if (email !== undefined && !isAddress(email)) reject('invalid_person_email', 'email must be a valid email address')
  if (!hasValidLength(partner_user_id, MAX_ID))
    reject('partner_user_id_invalid_length', `A partner_user_id must have 1 to ${MAX_ID} characters`)
  if (!hasValidLength(first_name, MAX_NAME))
    reject('invalid_length_first_name', `A first name must have 1 to ${MAX_NAME} characters`)
  if (!hasValidLength(last_name, MAX_NAME))
    reject('invalid_length_last_name', `A last name must have 1 to ${MAX_NAME} characters`)
  if (!isPicture(profile_picture_url))
    reject('invalid_profile_picture_url', 'profile_picture_url must be an http(s) URL')
}

async function checkFree(
  { db, clientId }: Domain,
  { email, partner_user_id }: PersonChanges,
  personId?: string,
): Promise<void> {
  const [taken] = await db.query<{ email: string | null }>(
    `select email from persons where client_id = $4 and coalesce(merged_into, person_id) is distinct from $1
     and (email = $2 or partner_user_id = $3) limit 1`,
    [personId ?? null, email ?? null, partner_user_id ?? null, clientId],
  )
  if (!taken) return
  if (email && taken.email === email)
    throw new RestError('person_email_already_defined', 'Another person has this email')
  throw new RestError('partner_user_id_already_defined', 'Another person has this partner_user_id')
}

const hasValidLength = (text: string | undefined, longest: number) =>
  text === undefined || (text.length >= 1 && text.length <= longest)

const isPicture = (url: string | undefined) => url === undefined || (url.length <= MAX_URL && isWebUrl(url))
