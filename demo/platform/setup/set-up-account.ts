import { addVersion } from '../campaign/campaign-version.js'
import type { Domain } from '../domain.js'
import type { PlatformOptions } from '../options.js'
import { addUser, type Credentials, hashPassword } from '../server/dashboard-user.js'
import { DatabaseError } from '../store/database-error.js'
import { newId, newSecret } from '../store/id.js'
import { demo, seed } from './seed.js'

/** The account of a platform. */
export interface Account {
  /** The client of calls without a token: production. */
  clientId: string
  /** Whether the database has the demo brand, with passwords, keys and tokens that everybody knows. */
  hasDemoData: boolean
  /**
   * The credentials of a dashboard user: of the demo brand, or of the user that this start has created. Undefined if nobody knows the password but
   * the users themselves.
   */
  user: Credentials | undefined
}

/** The clients of an account without demo data, and their campaigns. */
const clients = [
  { clientId: 'production', campaignId: 'main', name: 'Production', isSandbox: false },
  { clientId: 'sandbox', campaignId: 'main-sandbox', name: 'Sandbox', isSandbox: true },
]

const FIRST_EMAIL = 'admin@localhost'

/**
 * Reads the account in a database. An empty database gets the demo brand or, without demo data, an account with an empty campaign. A
 * database without a dashboard user gets one with a random password. Throws a `DatabaseError` if `demoData` asks for the demo in a database with other
 * data.
 */
export async function setUpAccount(
  domain: Omit<Domain, 'clientId'>,
  { demoData, demoHistory, databaseUrl }: Pick<PlatformOptions, 'demoData' | 'demoHistory' | 'databaseUrl'>,
): Promise<Account> {
  const fill = (demoData ?? databaseUrl === undefined) ? (within: Domain) => seed(within, { demoHistory }) : addAccount
  return domain.db.transaction(async db => {
    // If several processes start at the same time, one of them sets up the account and the others wait.
    await db.query('lock table clients in share row exclusive mode')
    const within = { ...domain, db }
    if (!(await productionClients(within)).length) await fill({ ...within, clientId: '' })
    const ids = await productionClients(within)
    const hasDemoData = ids.includes(demo.clientId)
    if (demoData && !hasDemoData)
      throw new DatabaseError('The database has other data. Use an empty database for the demo data.')
    const clientId = hasDemoData ? demo.clientId : ids[0]!
    const user = (await addFirstUser({ ...within, clientId })) ?? (hasDemoData ? demo.user : undefined)
    return { clientId, hasDemoData, user }
  })
}

async function productionClients({ db }: Pick<Domain, 'db'>): Promise<string[]> {
  const rows = await db.query<{ client_id: string }>(
    'select client_id from clients where not sandbox order by client_id',
  )
  return rows.map(({ client_id }) => client_id)
}

async function addAccount(domain: Domain): Promise<void> {
  for (const { clientId, campaignId, name, isSandbox } of clients) {
    await domain.db.query(`insert into clients (client_id, account, name, sandbox) values ($1, 'main', $2, $3)`, [
      clientId,
      name,
      isSandbox,
    ])
    await domain.db.query('insert into programs (campaign_id, client_id) values ($1, $2)', [campaignId, clientId])
    await addVersion(
      { ...domain, clientId },
      {
        program: JSON.stringify({ name: 'Main', label: 'main' }, null, 2),
        editorId: 'platform',
        message: 'An empty program',
        publish: true,
        at: new Date(domain.settings.now()),
      },
    )
  }
}

/** Returns the credentials of the new user. Undefined if there is a user already. */
async function addFirstUser(domain: Domain): Promise<Credentials | undefined> {
  if ((await domain.db.query('select 1 from users limit 1')).length) return undefined
  const user = { email: FIRST_EMAIL, password: newSecret() }
  await addUser(domain, { userId: newId(), ...user, password: await hashPassword(user.password) })
  return user
}
