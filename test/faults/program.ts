import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DIST, requireBuild } from '../require-build.js'
import { startPlatform } from '../start-platform.js'
import { type FaultProxy, startFaultProxy } from './fault-proxy.js'

/** A brand's site: its shop and, of the same site, its program domain behind a proxy of its own. Sites share nothing in a browser. */
export interface Site {
  /** Marks its events in the platform's database. */
  name: string
  shop: string
  program: string
  proxy: FaultProxy
}

/** One platform for many sites. */
export interface Program {
  openSite(options?: SiteOptions): Promise<Site>
  /** The events that a site's pages have tracked, as often as the platform has recorded each. */
  recorded(site: string): Promise<Recorded[]>
  close(): Promise<void>
}

export interface SiteOptions {
  deduplicates?: boolean
  sparesProofs?: boolean
  /** True: the site's hosts are none that a browser trusts over plain http, and keeps no `Secure` cookie for. */
  insecure?: boolean
}

/** An event as the platform has it. */
export interface Recorded {
  number: number
  /** Whose it is: the address of the person who has tracked it; `visitor`: nobody in particular. */
  by: string
  /** Whom the platform has recorded it for, and their address. */
  person: string
  email: string | null
}

/** What an event is called here; its data names the site and numbers it. */
export const EVENT = 'fault_survived'

const PROGRAM = 'http://share.brand.localhost'
/** Of hosts that are not of this machine: no browser trusts them without https. */
const UNTRUSTED = 'untrusted.example'

/** Starts a platform in memory that trusts the shops of so many sites. */
export async function startProgram(sites: number): Promise<Program> {
  requireBuild()
  const shops = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(shopPage(new URL(request.url!, PROGRAM).searchParams))
  })
  await new Promise<void>(resolve => shops.listen(0, '127.0.0.1', resolve))
  const { port } = shops.address() as AddressInfo
  const names = Array.from({ length: sites }, (_, index) => `brand-${index + 1}`)
  const shopOf = (name: string, suffix = 'localhost') => `http://shop.${name}.${suffix}:${port}`
  const platform = await startPlatform({
    programOrigin: PROGRAM,
    landingUrl: PROGRAM,
    allowedOrigins: names.flatMap(name => [shopOf(name), shopOf(name, UNTRUSTED)]),
    bundle: DIST,
  })
  const proxies: FaultProxy[] = []

  return {
    async openSite({ insecure, ...options } = {}) {
      const name = names.pop()!
      const suffix = insecure ? UNTRUSTED : 'localhost'
      const proxy = await startFaultProxy({ platform: platform.fetch, programOrigin: PROGRAM, ...options })
      proxies.push(proxy)
      return { name, shop: shopOf(name, suffix), program: `http://share.${name}.${suffix}:${proxy.port}`, proxy }
    },
    async recorded(site) {
      const rows = await platform.db.query<Omit<Recorded, 'number'> & { number: string }>(
        `select data->>'number' as number, data->>'by' as by, person.person_id as person, person.email
         from events
         join persons as device using (person_id)
         join persons as person on person.person_id = coalesce(device.merged_into, device.person_id)
         where event_name = $1 and data->>'site' = $2`,
        [EVENT, site],
      )
      return rows.map(row => ({ ...row, number: Number(row.number) }))
    },
    async close() {
      await Promise.all(proxies.map(proxy => proxy.close()))
      shops.closeAllConnections()
      shops.close()
      await platform.close()
    },
  }
}

/** A page that has the SDK, and nothing else. */
const shopPage = (query: URLSearchParams) =>
  `<!doctype html><html lang="en"><title>Shop</title><body>
    <script>rewards = []</script>
    <script async src="${query.get('program')}/rewards.js" data-consent="${query.get('consent')}"></script>`
