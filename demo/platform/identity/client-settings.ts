import type { Domain } from '../domain.js'
import { hashOf } from '../store/id.js'

/** What the owner of a client can set. */
export interface ClientSettings {
  identity_key: 'email' | 'partner_user_id'
  /** An IANA name. */
  time_zone: string
  /** The cookie consent of consumers who have not decided. Null: the program does not ask for consent. */
  cookie_consent: 'granted' | 'denied' | 'unset' | null
  /** Whether the account has paid: the same for all of its clients. */
  is_paid: boolean
}

export interface Client extends ClientSettings {
  client_id: string
  account: string
  name: string
  is_sandbox: boolean
}

export async function clientWithSettings({ db, clientId }: Domain): Promise<Client> {
  const [client] = await db.query<Client>(
    `select client_id, account, name, sandbox as is_sandbox, identity_key, time_zone, cookie_consent, paid as is_paid
     from clients where client_id = $1`,
    [clientId],
  )
  return client!
}

/** Changes the given settings. They count from the next request on. */
export async function changeClientSettings({ db, clientId }: Domain, changes: Partial<ClientSettings>): Promise<void> {
  const { identity_key, time_zone, cookie_consent, is_paid } = changes
  await db.query(
    `update clients set identity_key = coalesce($2, identity_key), time_zone = coalesce($3, time_zone),
       cookie_consent = case when $4 then $5 else cookie_consent end
     where client_id = $1`,
    [clientId, identity_key ?? null, time_zone ?? null, cookie_consent !== undefined, cookie_consent ?? null],
  )
  if (is_paid === undefined) return
  await db.query(
    'update clients set paid = $2 where account = (select account from clients where client_id = $1) and paid <> $2',
    [clientId, is_paid],
  )
}

/** Stands for the settings that a form shows. */
export const settingsTag = ({ identity_key, time_zone, cookie_consent }: Omit<ClientSettings, 'is_paid'>): string =>
  hashOf(JSON.stringify([identity_key, time_zone, cookie_consent]))

/** Saves the settings of a form that was opened with those of `tag`. False: somebody has changed them meanwhile, and nothing is saved. */
export const saveIfUnchanged = (
  domain: Domain,
  tag: string,
  given: Omit<ClientSettings, 'is_paid'>,
): Promise<boolean> =>
  changeClient(domain, async within => {
    const isUnchanged = settingsTag(await clientWithSettings(within)) === tag
    if (isUnchanged) await changeClientSettings(within, given)
    return isUnchanged
  })

/** Runs a change of the client in a transaction. Other such changes wait for its end, so that it can compare what is stored with what a form showed. */
export const changeClient = <T>(domain: Domain, change: (within: Domain) => Promise<T>): Promise<T> =>
  domain.db.transaction(async db => {
    await db.query('select 1 from clients where client_id = $1 for no key update', [domain.clientId])
    return change({ ...domain, db })
  })

/** Whether the platform can show times in this time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
