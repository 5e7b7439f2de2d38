import { join } from 'node:path'
import { certificateFor } from './certificate.js'
import { demo as brand, createPlatform, type Platform, type PlatformOptions } from './platform/index.js'
import { type LoggedRequest, logged } from './request-log.js'
import { type Site, serve } from './serve.js'
import { createShop } from './shop/index.js'

/** Browsers resolve `*.localhost` to this machine by themselves. */
const HOSTS = {
  /** The brand's shop. */
  shop: 'shop.brand.localhost',
  /** The same pages, where the program domain is another site. */
  otherShop: 'localhost',
  /** The program domain: consumer API, share links, `rewards.js`. */
  program: 'share.brand.localhost',
  /** The server API. */
  server: 'api.brand.localhost',
}

/** The platform's limits, clock and vendor word may be set from outside, so that a test can reach its edges. */
export interface DemoOptions extends Pick<PlatformOptions, 'limits' | 'now' | 'vendor' | 'database'> {
  /** Default 0: any free port. */
  port?: number
  https?: boolean
  /** Where database and certificate live on. Default: in memory, gone with the process. */
  dataDir?: string
}

export interface Demo {
  origins: Record<keyof typeof HOSTS, string>
  platform: Platform
  /** What arrived, oldest first, each written once it was answered. */
  requests: LoggedRequest[]
  close(): Promise<void>
}

/** Starts the whole demo behind one port: the shop, twice, and the platform's two origins. */
export async function startDemo({ port = 0, https = false, dataDir, ...settings }: DemoOptions = {}): Promise<Demo> {
  const sites = new Map<string, Site>()
  const certificate = https ? await certificateFor([...Object.values(HOSTS), '*.brand.localhost'], dataDir) : undefined
  const listener = await serve({ port, certificate, sites })
  const origins = originsOn(https ? 'https' : 'http', listener.port)
  const requests: LoggedRequest[] = []
  try {
    const platform = await createPlatform({
      ...settings,
      programOrigin: origins.program,
      serverOrigin: origins.server,
      landingUrl: `${origins.shop}/`,
      allowedOrigins: [origins.shop, origins.otherShop],
      dataDir: dataDir && join(dataDir, 'platform'),
      bundle: join(import.meta.dirname, '../dist'),
    })
    const shop = createShop({ programOrigin: origins.program, jwtKey: brand.jwtKey })
    for (const [name, { fetch }] of Object.entries({ shop, otherShop: shop, program: platform, server: platform }))
      sites.set(HOSTS[name as keyof typeof HOSTS], logged(fetch, requests))
    return {
      origins,
      platform,
      requests,
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
