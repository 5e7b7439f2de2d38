import { AHEAD_MS, type Clock } from '../clock/clock.js'
import { createConfigurations } from '../configuration.js'
import type { Domain } from '../domain.js'
import { withOriginsOf } from '../http/allowed-origins.js'
import { cookieToken } from '../http/cookie.js'
import { hashOf } from '../store/id.js'
import { prepared } from '../store/prepared.js'
import { findAccountSites } from './account-sites.js'
import { type StoredToken, TOKEN_COLUMNS } from './stored-token.js'

/**
 * Returns the function that each request begins with: it returns the domain with the configuration of this moment, and with the stored tokens of the
 * request. One statement reads the tokens, whether the configuration has changed, and how far the clock is ahead.
 */
export function createRequestOpener<T extends Domain & { clock: Clock }>(domain: T): (request: Request) => Promise<T> {
  const configurationOf = createConfigurations()
  return async request => {
    const { revision, aheadMs, presented } = await readMoment(domain, tokensIn(domain, request))
    domain.clock.keep(aheadMs)
    const configuration = configurationOf(revision)
    const sites = await configuration.read({ name: 'sites', load: () => findAccountSites(domain) })
    const { clientId, settings } = domain
    return withOriginsOf({ ...domain, configuration, presented, settings: { ...settings, ...sites } }, clientId)
  }
}

const READ = prepared(
  `select coalesce((select number from configuration_revision), 0) as revision, ${AHEAD_MS} as ahead_ms, ${TOKEN_COLUMNS}, paid
   from (select 1) request left join (tokens join clients using (client_id)) on token_hash = any($1)`,
)

async function readMoment({ db }: Domain, tokens: string[]) {
  const rows = await db.query<{ revision: number; ahead_ms: number } & ({ token_hash: null } | StoredToken)>(READ, [
    tokens.map(hashOf),
  ])
  const presented = new Map<string, StoredToken>()
  for (const row of rows) if (row.token_hash !== null) presented.set(row.token_hash, row)
  const { revision, ahead_ms: aheadMs } = rows[0]!
  return { revision, aheadMs, presented }
}

/** The tokens that a request carries, wherever they are. Which of them counts, the call decides. */
function tokensIn(domain: Domain, { url, headers }: Request): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1]
  const tokens = [bearer, new URL(url).searchParams.get('access_token'), cookieToken(domain, headers)]
  return tokens.filter(token => typeof token === 'string')
}
