import { addVersion } from '../campaign/campaign-version.js'
import type { Domain } from '../domain.js'
import { hashPassword } from '../server/user.js'
import { hashOf } from './id.js'
import { seedZones } from './seed-zones/index.js'

/** The constants of the demo brand. None is secret, because the platform only runs on this machine. */
export const demo = {
  clientId: 'juniper',
  sandboxClientId: 'juniper-sandbox',
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

/** Fills an empty database with the demo brand. Does not change a database with data. */
export async function seed(domain: Domain): Promise<void> {
  const filled = await domain.db.query('select 1 from clients limit 1')
  if (filled.length) return
  await domain.db.transaction(async db => {
    const within = { ...domain, db }
    await seedBrand(within)
    await seedAccess(within)
    await seedUser(within)
    await seedZoneContent(within)
    await seedPeople(within)
  })
}

async function seedBrand({ db }: Domain): Promise<void> {
  await db.query(
    `insert into clients (client_id, account, name, time_zone, sandbox)
     values ($1, 'juniper', 'Juniper', 'America/New_York', false),
       ($2, 'juniper', 'Juniper (sandbox)', 'America/New_York', true)`,
    [demo.clientId, demo.sandboxClientId],
  )
  await db.query('insert into programs (campaign_id, client_id, name, label) values ($1, $2, $3, $4)', [
    demo.campaignId,
    demo.clientId,
    'Give 20, get 20',
    demo.programLabel,
  ])
}

async function seedAccess({ db, settings }: Domain): Promise<void> {
  const { kid, secret } = demo.jwtKey
  await db.query(`insert into signing_keys (kid, client_id, kind, material) values ($1, $2, 'HMAC', $3)`, [
    kid,
    demo.clientId,
    secret,
  ])
  await db.query(
    `insert into tokens (token_hash, type, client_id, identity_id, scopes, created_at, expires_at)
     values ($1, 'MANAGED', $2, 'juniper-backend', $3, $4, $5)`,
    [
      hashOf(demo.serverToken),
      demo.clientId,
      ['BACKEND', 'CLIENT_ADMIN', 'USER_SUPPORT'],
      new Date(settings.now()),
      new Date(settings.now() + TEN_YEARS_MS),
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

async function seedZoneContent(domain: Domain): Promise<void> {
  const zones = Object.fromEntries(
    Object.entries(seedZones).map(([name, zone]) => [name, JSON.stringify(zone, null, 2)]),
  )
  await addVersion(domain, {
    zones,
    editorId: demo.marketerId,
    message: 'The initial program',
    publish: true,
    at: new Date(domain.settings.now()),
  })
}

async function seedPeople({ db, settings }: Domain): Promise<void> {
  const now = new Date(settings.now())
  for (const [id, { email, first_name, last_name, partner_user_id }] of Object.entries({
    'ada-lovelace': demo.ada,
    'grace-hopper': demo.grace,
  }))
    await db.query(
      `insert into persons (person_id, email, partner_user_id, first_name, last_name, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, email, partner_user_id, first_name, last_name, now],
    )
  await db.query(
    `insert into shareables (code, person_id, key, data, created_at) values ($1, 'ada-lovelace', 'default', '{}', $2)`,
    [demo.ada.code, now],
  )
}
