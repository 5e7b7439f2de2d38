import { join } from 'node:path'
import { certificateFor } from './certificate.js'
import { demo as brand, createPlatform, type Platform, type PlatformOptions } from './platform/index.js'
import { type Site, serve } from './serve.js'
import { createShop } from './shop/index.js'

/** The hosts of the demo. Browsers resolve `*.localhost` to this machine. */
const HOSTS = {
  /** The brand's shop. */
  shop: 'shop.brand.localhost',
  /** The same shop on another site than the program domain. */
  otherShop: 'localhost',
  /** The program domain: consumer API, share links, `rewards.js`. */
  program: 'share.brand.localhost',
  /** The server API. */
  server: 'api.brand.localhost',
}

/** Tests can set the platform's limits, clock, vendor name and open database. */
export interface DemoOptions
  extends Pick<
    PlatformOptions,
    'databaseUrl' | 'secretKey' | 'database' | 'demoData' | 'limits' | 'now' | 'vendor' | 'allowPrivateAddresses'
  > {
  /** The port. Default 0: any free port. */
  port?: number
  https?: boolean
  /** Origins of other pages that the program allows, such as that of a development server. */
  allowedOrigins?: string[]
  /** The folder of the certificate and, without `databaseUrl`, of the database. Default: in memory. */
  dataDir?: string
  /** Wraps each site. For tests that log requests. */
  wrapSite?: (site: Site) => Site
}

export interface Demo {
  origins: Record<keyof typeof HOSTS, string>
  platform: Platform
  close(): Promise<void>
}

/** Starts the demo on one port: the shop on two hosts, the program domain and the server API. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, https = false, allowedOrigins = [], dataDir, wrapSite = site => site, ...settings } = options
  const sites = new Map<string, Site>()
  const certificate = https ? await certificateFor([...Object.values(HOSTS), '*.brand.localhost'], dataDir) : undefined
  const listener = await serve({ port, certificate, sites })
  const origins = originsOn(https ? 'https' : 'http', listener.port)
  try {
    const platform = await createPlatform({
      ...settings,
      programOrigin: origins.program,
      serverOrigin: origins.server,
      landingUrl: `${origins.shop}/`,
      allowedOrigins: [origins.shop, origins.otherShop, ...allowedOrigins],
      dataDir: dataDir && join(dataDir, 'platform'),
      bundle: join(import.meta.dirname, '../dist'),
    })
    const shop = createShop({ programOrigin: origins.program, jwtKey: brand.jwtKey })
    for (const [name, { fetch }] of Object.entries({ shop, otherShop: shop, program: platform, server: platform }))
      sites.set(HOSTS[name as keyof typeof HOSTS], wrapSite(fetch))
    // The console can add program domains. The platform refuses hosts that it does not know.
    sites.set('*', wrapSite(platform.fetch))
    return {
      origins,
      platform,
      async close() {
        await listener.close()
        await platform.close()
      },
    }
  } catch (error) {
    await listener.close()
    throw error
  }
}

function originsOn(scheme: string, port: number): Demo['origins'] {
  const entries = Object.entries(HOSTS).map(([name, host]) => [name, `${scheme}://${host}:${port}`])
  return Object.fromEntries(entries) as Demo['origins']
}
