import { addVersion } from '../campaign/campaign-version.js'
import type { Domain } from '../domain.js'
import { recordIdentity } from '../identity/identity-history.js'
import { materialOf } from '../identity/registered-key.js'
import type { PlatformOptions } from '../options.js'
import { addUser, type HashedPassword, hashPassword } from '../server/dashboard-user.js'
import { hashOf } from '../store/id.js'
import { storeTheme } from '../theme/client-theme.js'
import { seedHistory } from './history/seed-history.js'
import { type SeedProgramName, seedProgram } from './seed-programs/index.js'
import { seedTheme } from './seed-theme.js'
import { seedZones } from './seed-zones/index.js'

/** The constants of the demo brand. None is secret: an empty database gets them only if it is the embedded one, or if somebody asks for them. */
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
  /** An agency: a second account on the platform. It manages the program of the brand, and has one of its own. */
  agency: {
    account: 'canopy',
    clientId: 'canopy',
    campaignId: 'canopy-partners',
    /** A second campaign of the same client. */
    secondCampaignId: 'canopy-members',
    jwtKey: {
      kid: 'canopy-site',
      alg: 'HS256',
      secret: 'canopy-demo-signing-secret-for-local-use-only-0123456789abcdefgh',
    },
    serverToken: 'canopy-backend-token',
    userId: 'canopy-manager',
    user: { email: 'manager@canopy.example', password: 'a-shady-bench' },
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

/** What each client has of its own. */
interface Tenant {
  clientId: string
  campaignId: string
  jwtKey: { kid: string; secret: string }
  serverToken: string
}

const tenants: [Tenant, SeedProgramName][] = [
  [demo, 'give-20-get-20'],
  [demo.sandbox, 'give-20-get-20'],
  [demo.agency, 'partner-code'],
]

/** Fills an empty database with the demo brand and its agency. Runs in a transaction. */
export async function seed(domain: Domain, { demoHistory }: Pick<PlatformOptions, 'demoHistory'>): Promise<void> {
  await seedClients(domain)
  for (const { clientId } of [demo, demo.sandbox]) await storeTheme({ ...domain, clientId }, seedTheme)
  for (const [tenant, program] of tenants) await seedTenant({ ...domain, clientId: tenant.clientId }, tenant, program)
  const ofBrand = { ...domain, clientId: demo.clientId }
  await addUser(ofBrand, { userId: demo.marketerId, ...demo.user, password: await hashOnce(demo.user.password) })
  const { clientId, userId, user, secondCampaignId } = demo.agency
  const ofAgency = { ...domain, clientId }
  await seedCampaign(ofAgency, {
    campaignId: secondCampaignId,
    program: 'two-sided',
    zones: ['friends', 'reward_status'],
    editorId: userId,
  })
  await addUser(ofAgency, { userId, ...user, password: await hashOnce(user.password) })
  await seedPeople(ofBrand)
  if (demoHistory) await seedHistory(ofBrand)
}

const hashes = new Map<string, Promise<HashedPassword>>()

/** Everybody knows the passwords of the demo. Hashing takes as long as all else here, so the platforms of a process share the hashes. */
function hashOnce(password: string): Promise<HashedPassword> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

async function seedClients({ db }: Domain): Promise<void> {
  await db.query(
    `insert into clients (client_id, account, name, time_zone, sandbox, managed_by)
     values ($1, 'juniper', 'Juniper', 'America/New_York', false, $3),
       ($2, 'juniper', 'Juniper (sandbox)', 'America/New_York', true, $3),
       ($4, $3, 'Canopy', 'Europe/Paris', false, null)`,
    [demo.clientId, demo.sandbox.clientId, demo.agency.account, demo.agency.clientId],
  )
}

/** Gives a client its first campaign, its key and its token. */
async function seedTenant(
  domain: Domain,
  { campaignId, jwtKey, serverToken }: Tenant,
  program: SeedProgramName,
): Promise<void> {
  await seedAccess(domain, jwtKey, serverToken)
  const editorId = domain.clientId === demo.agency.clientId ? demo.agency.userId : demo.marketerId
  await seedCampaign(domain, { campaignId, program, editorId })
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
    `insert into tokens (token_hash, type, client_id, identity_id, name, scopes, created_at)
     values ($1, 'MANAGED', $2, $3, 'Backend of the shop', $4, $5)`,
    [
      ...[hashOf(serverToken), clientId, `${clientId}-backend`, ['BACKEND', 'CLIENT_ADMIN', 'USER_SUPPORT']],
      new Date(settings.now()),
    ],
  )
}

interface SeedCampaign {
  campaignId: string
  program: SeedProgramName
  /** The names of its zones. Default: all. */
  zones?: string[]
  editorId: string
}

async function seedCampaign(
  domain: Domain,
  { campaignId, program, zones = Object.keys(seedZones), editorId }: SeedCampaign,
): Promise<void> {
  await domain.db.query('insert into programs (campaign_id, client_id) values ($1, $2)', [campaignId, domain.clientId])
  await addVersion(domain, {
    campaignId,
    zones: Object.fromEntries(zones.map(name => [name, JSON.stringify(seedZones[name], null, 2)])),
    program: seedProgram(program),
    editorId,
    message: 'The initial program',
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
