import { addVersion, lockCampaign, programVersions } from '../campaign/campaign-version.js'
import type { Domain } from '../domain.js'
import { recordIdentity } from '../identity/identity-history.js'
import { materialOf } from '../identity/registered-key.js'
import { hashPassword } from '../server/user.js'
import { hashOf } from './id.js'
import { seedProgram } from './seed-programs/index.js'
import { seedZones } from './seed-zones/index.js'

/** The constants of the demo brand. None is secret, because the platform only runs on this machine. */
export const demo = {
  clientId: 'juniper',
  campaignId: 'give-20-get-20',
  programLabel: 'refer-a-friend',
  /** The shared secret that the shop signs its JWTs with, and the `kid` it is registered under. */
  jwtKey: {
    kid: 'juniper-shop',
    alg: 'HS256',
    secret: 'juniper-demo-signing-secret-for-local-use-only-0123456789abcdefg',
  },
  /** The managed bearer token of the brand's backend, for the server API. */
  serverToken: 'juniper-backend-token',
  /** The sandbox of the account: the same program, with keys, tokens and persons of its own. It has no persons at first. */
  sandbox: {
    clientId: 'juniper-sandbox',
    campaignId: 'give-20-get-20-sandbox',
    jwtKey: {
      kid: 'juniper-shop-sandbox',
      alg: 'HS256',
      secret: 'juniper-sandbox-signing-secret-for-local-use-only-0123456789abcdef',
    },
    serverToken: 'juniper-sandbox-token',
  },
  /** A marketer who edits the zones and signs in with a password. */
  marketerId: 'juniper-marketer',
  user: { email: 'marketer@juniper.example', password: 'a-garden-gate' },
  ada: {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    partner_user_id: 'cust-1815',
    code: 'ada',
  },
  grace: { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper', partner_user_id: 'cust-1906' },
} as const

const TEN_YEARS_MS = 10 * 365 * 86_400_000

/** What production and the sandbox have of their own. */
type Tenant = Pick<typeof demo, 'clientId' | 'campaignId' | 'jwtKey' | 'serverToken'> | typeof demo.sandbox

const tenants: Tenant[] = [demo, demo.sandbox]

/**
 * Fills an empty database with the demo brand. Only adds missing programs to a database with data. If several processes start at the same time,
 * one of them does it and the others wait.
 */
export async function seed(domain: Domain): Promise<void> {
  await domain.db.transaction(async db => {
    const within = { ...domain, db }
    const filled = await db.query('select 1 from clients limit 1')
    if (!filled.length && (await seedClients(within))) {
      await seedUser(within)
      await seedPeople(within)
    }
    for (const tenant of tenants) await seedTenant({ ...within, clientId: tenant.clientId }, tenant)
  })
}

/** False if another process has just done it: then its transaction has committed. */
async function seedClients({ db }: Domain): Promise<boolean> {
  const [inserted] = await db.query(
    `insert into clients (client_id, account, name, time_zone, sandbox)
     values ($1, 'juniper', 'Juniper', 'America/New_York', false),
       ($2, 'juniper', 'Juniper (sandbox)', 'America/New_York', true)
     on conflict do nothing returning 1`,
    [demo.clientId, demo.sandbox.clientId],
  )
  return inserted !== undefined
}

/** Gives a client its program, its key and its token, unless it has a program. A program of an earlier version was not data. */
async function seedTenant(domain: Domain, { clientId, campaignId, jwtKey, serverToken }: Tenant): Promise<void> {
  const [isNew] = await domain.db.query(
    'insert into programs (campaign_id, client_id) values ($1, $2) on conflict do nothing returning 1',
    [campaignId, clientId],
  )
  if (isNew) await seedAccess(domain, jwtKey, serverToken)
  await lockCampaign(domain)
  if (!(await programVersions(domain)).length) await seedCampaign(domain, isNew !== undefined)
}

async function seedAccess(
  { db, settings, clientId, secrets }: Domain,
  { kid, secret }: Tenant['jwtKey'],
  serverToken: string,
): Promise<void> {
  await db.query(
    `insert into signing_keys (kid, client_id, kind, material, created_at) values ($1, $2, 'HMAC', $3, $4)`,
    [kid, clientId, await secrets.seal(db, materialOf(clientId, kid), secret), new Date(settings.now())],
  )
  await db.query(
    `insert into tokens (token_hash, type, client_id, identity_id, name, scopes, created_at, expires_at)
     values ($1, 'MANAGED', $2, $3, 'Backend of the shop', $4, $5, $6)`,
    [
      ...[hashOf(serverToken), clientId, `${clientId}-backend`, ['BACKEND', 'CLIENT_ADMIN', 'USER_SUPPORT']],
      ...[new Date(settings.now()), new Date(settings.now() + TEN_YEARS_MS)],
    ],
  )
}

async function seedUser({ db }: Domain): Promise<void> {
  const { email, password } = demo.user
  const { salt, hash } = await hashPassword(password)
  await db.query(
    `insert into users (user_id, client_id, email, password_salt, password_hash, scopes)
     values ($1, $2, $3, $4, $5, $6)`,
    [demo.marketerId, demo.clientId, email, salt, hash, ['CLIENT_ADMIN', 'CLIENT_REPORT_DOWNLOAD', 'USER_SUPPORT']],
  )
}

async function seedCampaign(domain: Domain, withZones: boolean): Promise<void> {
  const zones = Object.fromEntries(
    Object.entries(seedZones).map(([name, zone]) => [name, JSON.stringify(zone, null, 2)]),
  )
  await addVersion(domain, {
    zones: withZones ? zones : {},
    program: await seedProgram('give-20-get-20'),
    editorId: demo.marketerId,
    message: withZones ? 'The initial program' : 'The program as data',
    publish: true,
    at: new Date(domain.settings.now()),
  })
}

async function seedPeople(domain: Domain): Promise<void> {
  const { db, settings, clientId } = domain
  const now = new Date(settings.now())
  for (const [id, { email, first_name, last_name, partner_user_id }] of Object.entries({
    'ada-lovelace': demo.ada,
    'grace-hopper': demo.grace,
  })) {
    await db.query(
      `insert into persons (person_id, client_id, email, partner_user_id, first_name, last_name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, clientId, email, partner_user_id, first_name, last_name, now],
    )
    await recordIdentity(domain, id)
  }
  await db.query(
    `insert into shareables (code, person_id, key, data, created_at) values ($1, 'ada-lovelace', 'default', '{}', $2)`,
    [demo.ada.code, now],
  )
}
