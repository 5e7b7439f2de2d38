import { join } from 'node:path'
import {
  demo as brand,
  PLATFORM_HOSTS,
  type ServedPlatform,
  type ServedPlatformOptions,
  servePlatform,
} from '@rewards-web-sdk/platform'
import { certificateFor } from './certificate.js'
import { createShop } from './shop/index.js'

/** The hosts of the shop. Browsers resolve `*.localhost` to this machine. */
const HOSTS = {
  /** The brand's shop. */
  shop: 'shop.brand.localhost',
  /** The same shop on another site than the program domain. */
  otherShop: 'localhost',
}

export interface DemoOptions extends Omit<ServedPlatformOptions, 'certificate' | 'bundle' | 'shop'> {
  https?: boolean
  /** The folder of the certificate and, without `databaseUrl`, of the database. Default: in memory. */
  dataDir?: string
}

export interface Demo extends Pick<ServedPlatform, 'platform' | 'close'> {
  origins: ServedPlatform['origins'] & Record<keyof typeof HOSTS, string>
}

/** Starts the demo on one port: the shop on two hosts, the program domain and the server API. */
export async function startDemo({ https = false, dataDir, ...options }: DemoOptions = {}): Promise<Demo> {
  const hosts = [...Object.values(HOSTS), ...Object.values(PLATFORM_HOSTS), '*.brand.localhost']
  const { originOf, origins, ...served } = await servePlatform({
    ...options,
    certificate: https ? await certificateFor(hosts, dataDir) : undefined,
    dataDir: dataDir && join(dataDir, 'platform'),
    bundle: join(import.meta.dirname, '../dist'),
    shop: {
      hosts: Object.values(HOSTS),
      create: programOrigin => createShop({ programOrigin, jwtKey: brand.jwtKey }).fetch,
    },
  })
  return { ...served, origins: { ...origins, shop: originOf(HOSTS.shop), otherShop: originOf(HOSTS.otherShop) } }
}
