import { createPlatform, demo, type PlatformOptions } from '../../../demo/platform/index.js'
import { type Site, serve } from '../../../demo/platform/serve.js'

/** Bundled for Node, with what the benchmark itself needs of the code in TypeScript. */
export { openDatabase } from '../../../demo/platform/store/open-database.js'
export { createDatabase } from '../../postgres/create-database.js'
export { startPostgres } from '../../postgres/server.js'
export { proofOf } from '../../proof.js'

export const PROGRAM_HOST = 'share.brand.localhost'
export const SERVER_TOKEN = demo.serverToken
export const CONSOLE_USER = demo.user
/** The page of the visitors. */
export const SHOP = 'http://shop.brand.localhost'
export const SERVER_HOST = 'api.brand.localhost'

/** Starts the platform as behind a proxy: each visitor has an address of their own, so the rate limits are those of every deployment. */
export async function startServer(
  database: Pick<PlatformOptions, 'databaseUrl' | 'dataDir' | 'filesDir'>,
): Promise<number> {
  const sites = new Map<string, Site>()
  const { port } = await serve({ port: 0, sites })
  const platform = await createPlatform({
    ...database,
    demoData: true,
    secretKey: 'b'.repeat(64),
    programOrigin: `http://${PROGRAM_HOST}:${port}`,
    serverOrigin: `http://${SERVER_HOST}:${port}`,
    landingUrl: `${SHOP}/`,
    allowedOrigins: [SHOP],
    trustProxy: true,
  })
  for (const host of [PROGRAM_HOST, SERVER_HOST]) sites.set(host, platform.fetch)
  process.once('SIGTERM', () => platform.close().then(() => process.exit()))
  return port
}
