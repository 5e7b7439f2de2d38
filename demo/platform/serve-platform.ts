import { join } from 'node:path'
import type { PlatformOptions } from './options.js'
import { createPlatform, type Platform } from './platform.js'
import { type ServeOptions, type Site, serve } from './serve.js'

/** The hosts of the platform. Browsers resolve `*.localhost` to this machine. */
export const PLATFORM_HOSTS = {
  /** The program domain: consumer API, share links, `rewards.js`. */
  program: 'share.brand.localhost',
  /** The server API and the console. */
  server: 'api.brand.localhost',
}

/** The folder of `rewards.js` in the npm package of the platform. */
const SDK = join(import.meta.dirname, 'sdk')

/** Tests can set the platform's limits, clock, vendor name and open database. */
export interface ServedPlatformOptions
  extends Pick<
    PlatformOptions,
    | 'databaseUrl'
    | 'dataDir'
    | 'secretKey'
    | 'database'
    | 'demoData'
    | 'demoHistory'
    | 'bundle'
    | 'limits'
    | 'now'
    | 'vendor'
    | 'allowPrivateAddresses'
  > {
  /** The port. Default 0: any free port. */
  port?: number
  /** With a certificate the port accepts only HTTPS. */
  certificate?: ServeOptions['certificate'] | undefined
  /** Origins of pages that the program allows, such as that of a development server. Without a shop, share links lead to the first one. */
  allowedOrigins?: string[]
  /** A shop on the same port. Share links lead to its first host. */
  shop?: { hosts: string[]; create(programOrigin: string): Site }
  /** Wraps each site. For tests that log requests. */
  wrapSite?: (site: Site) => Site
}

export interface ServedPlatform {
  origins: Record<keyof typeof PLATFORM_HOSTS, string>
  /** The origin of a host on the port. */
  originOf(host: string): string
  platform: Platform
  close(): Promise<void>
}

/** Starts the platform on a port of this machine, on the hosts `share.brand.localhost` and `api.brand.localhost`. */
export async function servePlatform(options: ServedPlatformOptions = {}): Promise<ServedPlatform> {
  const { port = 0, certificate, allowedOrigins = [], shop, wrapSite = site => site, ...settings } = options
  const sites = new Map<string, Site>()
  const listener = await serve({ port, certificate, sites })
  const originOf = (host: string) => `${certificate ? 'https' : 'http'}://${host}:${listener.port}`
  const origins = { program: originOf(PLATFORM_HOSTS.program), server: originOf(PLATFORM_HOSTS.server) }
  const allowed = [...(shop?.hosts ?? []).map(originOf), ...allowedOrigins]
  try {
    const platform = await createPlatform({
      ...settings,
      bundle: settings.bundle ?? SDK,
      programOrigin: origins.program,
      serverOrigin: origins.server,
      landingUrl: allowed[0] ? `${allowed[0]}/` : `${origins.program}/docs`,
      allowedOrigins: allowed,
    })
    const shopSite = shop?.create(origins.program)
    if (shop && shopSite) for (const host of shop.hosts) sites.set(host, wrapSite(shopSite))
    // The console can add program domains. The platform refuses hosts that it does not know.
    for (const host of [...Object.values(PLATFORM_HOSTS), '*']) sites.set(host, wrapSite(platform.fetch))
    return {
      origins,
      originOf,
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
