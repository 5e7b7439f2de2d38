import { isDeepStrictEqual } from 'node:util'
import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import type { Level } from '../identity/level.js'
import { personById } from '../identity/person.js'
import { newCode } from '../store/id.js'
import { prepared } from '../store/prepared.js'

export interface ShareableContent {
  title?: string | undefined
  description?: string | undefined
  image_url?: string | undefined
  url?: string | undefined
  partner_content_id?: string | undefined
}

/** A share link of a consumer in a response (specification 2.3). */
export interface Shareable {
  code: string
  link: string
  key: string
  label: string | null
  content: ShareableContent | null
  data: Record<string, unknown>
}

export interface ShareableRequest {
  key?: string | undefined
  label?: string | undefined
  content?: ShareableContent | undefined
  data?: Record<string, unknown> | undefined
  preferred_code_prefixes?: string[] | undefined
}

/** The consumer who makes or changes a shareable. */
export interface ShareableAuthor {
  level: Level
  /** The device of the consumer's token. Null for a token that has none. */
  deviceId: string | null
}

/** The key of a consumer's default link. */
const DEFAULT_KEY = 'default'

/** The number of codes to try for a prefix that is often taken. */
const ATTEMPTS = 5

const FIND = prepared(
  `select code, key, label, content, data from shareables
   where person_id = $1 and ($2::text is null or key = $2) and ($3::text is null or label = $3)
     and ($4::text is null or code = $4) order by position`,
)

/** The shareables of the consumer, filtered by `key` and `label`. */
export async function shareablesOf(
  domain: Domain,
  personId: string,
  { key, label, code }: { key?: string | undefined; label?: string | undefined; code?: string | undefined } = {},
): Promise<Shareable[]> {
  const rows = await domain.db.query<Omit<Shareable, 'link'>>(FIND, [
    personId,
    key ?? null,
    label ?? null,
    code ?? null,
  ])
  return rows.map(row => withLink(domain, row))
}

/** The address of a link. A click on it joins the share with this `partner_share_id`, if there is one (contract 6). */
export function linkAddress(programOrigin: string, code: string, partnerShareId?: string | null): string {
  const link = new URL(`/s/${code}`, programOrigin)
  if (partnerShareId) link.searchParams.set('partner_share_id', partnerShareId)
  return link.href
}

/** The shareable of a person with this code. Throws `shareable_not_found`, also for a shareable of another person. */
export async function requireShareable(domain: Domain, personId: string, code: string): Promise<Shareable> {
  const [found] = await shareablesOf(domain, personId, { code })
  if (found) return found
  throw new RestError('shareable_not_found', 'The person has no shareable with this code', { parameters: { code } })
}

/** Gets or creates the consumer's shareable with this key. */
export async function getOrCreateShareable(
  domain: Domain,
  personId: string,
  request: ShareableRequest = {},
  author?: ShareableAuthor,
): Promise<Shareable> {
  const key = request.key ?? DEFAULT_KEY
  const [existing] = await shareablesOf(domain, personId, { key })
  return existing ?? insertShareable(domain, personId, { ...request, key }, author)
}

/**
 * Gets, creates or updates the consumer's shareable with this key. Undefined if the author may not change it: that needs a verified
 * consumer, or the device that made it (contract 1).
 */
export async function getCreateOrUpdateShareable(
  domain: Domain,
  personId: string,
  request: ShareableRequest,
  author: ShareableAuthor,
): Promise<Shareable | undefined> {
  const shareable = await getOrCreateShareable(domain, personId, request, author)
  if (!isChanged(shareable, request)) return shareable
  if (!(await mayChange(domain, shareable, author))) return undefined
  return updateShareable(domain, { person_id: personId, code: shareable.code }, request)
}

/** Changes the given fields of a person's shareable. Undefined if the person has no shareable with this code. */
export async function updateShareable(
  domain: Domain,
  { person_id, code }: { person_id: string; code: string },
  { label, content, data }: Pick<ShareableRequest, 'label' | 'content' | 'data'>,
): Promise<Shareable | undefined> {
  const [row] = await domain.db.query<Omit<Shareable, 'link'>>(
    `update shareables set label = coalesce($3, label), content = coalesce($4, content), data = coalesce($5, data)
     where person_id = $1 and code = $2 returning code, key, label, content, data`,
    [person_id, code, label ?? null, content ?? null, data ?? null],
  )
  return row && withLink(domain, row)
}

/** Creates a shareable. The default key is the code. Returns the existing shareable if the key is taken. */
export async function createShareable(
  domain: Domain,
  personId: string,
  request: ShareableRequest,
  author?: ShareableAuthor,
): Promise<Shareable> {
  const create = request.key ? getOrCreateShareable : insertShareable
  return create(domain, personId, request, author)
}

const isChanged = (shareable: Shareable, { label, content, data }: ShareableRequest) =>
  Object.entries({ label, content, data }).some(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, shareable[name as keyof Shareable]),
  )

async function mayChange({ db }: Domain, { code }: Shareable, { level, deviceId }: ShareableAuthor): Promise<boolean> {
  if (level === 'verified') return true
  const [made] = await db.query('select 1 from shareables where code = $1 and device_id = $2', [code, deviceId])
  return made !== undefined
}

async function insertShareable(
  domain: Domain,
  personId: string,
  request: ShareableRequest,
  author?: ShareableAuthor,
): Promise<Shareable> {
  const { key, label = null, content = null, data = {}, preferred_code_prefixes = [] } = request
  for (const code of await codesToTry(domain, preferred_code_prefixes)) {
    const [row] = await domain.db.query<Omit<Shareable, 'link'>>(
      // Waits for a merge of the person, and inserts nothing then. The next attempt finds the other person.
      `insert into shareables (code, person_id, key, label, content, data, device_id, created_at)
       select $1, person_id, $3, $4, $5::jsonb, $6::jsonb, $7, $8::timestamptz from persons
       where person_id = (select coalesce(merged_into, person_id) from persons where person_id = $2) and merged_into is null
       for key share on conflict do nothing returning code, key, label, content, data`,
      [code, personId, key ?? code, label, content, data, author?.deviceId ?? null, new Date(domain.settings.now())],
    )
    if (row) return withLink(domain, row)
    const [other] = key ? await shareablesOf(domain, (await personById(domain, personId)).person_id, { key }) : []
    if (other) return other
  }
  throw new Error('No free code was found')
}

/** The codes to try for a new link. One statement finds those that are taken: a request can prefer thousands. */
async function codesToTry({ db }: Domain, preferred: string[]): Promise<string[]> {
  const statement = prepared('select code from shareables where code = any($1)')
  const rows = preferred.length ? await db.query<{ code: string }>(statement, [preferred]) : []
  const taken = new Set(rows.map(({ code }) => code))
  return [
    ...preferred.filter(code => !taken.has(code)),
    ...preferred.slice(0, ATTEMPTS).map(prefix => `${prefix}-${newCode()}`),
    ...Array.from({ length: ATTEMPTS }, newCode),
  ]
}

const withLink = ({ settings }: Domain, row: Omit<Shareable, 'link'>): Shareable => ({
  code: row.code,
  link: linkAddress(settings.programOrigin, row.code),
  key: row.key,
  label: row.label,
  content: row.content,
  data: row.data,
})
