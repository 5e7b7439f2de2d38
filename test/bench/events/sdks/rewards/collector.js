import { join } from 'node:path'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '../../../../..')

export const rewards = {
  name: 'rewards-web-sdk',
  settings: 'All defaults; the local platform with its database behind it, its rate limits lifted.',
  start,
  eventsIn(path, body) {
    if (!/\/events$/.test(path)) return undefined
    const { partner_event_id, n } = JSON.parse(body).data
    return [{ n, id: partner_event_id }]
  },
}

/** The platform is written in TypeScript, which Node 20 does not read. */
async function start(collector, pageOrigins) {
  const platformModule = join(root, 'demo/platform/index.ts')
  const { module } = await runnerImport(platformModule, { root, configFile: false, logLevel: 'error' })
  const platform = await module.createPlatform({
    programOrigin: collector,
    serverOrigin: 'http://api.rewards.localhost',
    landingUrl: `${pageOrigins[0]}/`,
    allowedOrigins: pageOrigins,
    bundle: join(root, 'dist'),
    limits: { perMinute: Infinity, perSecond: Infinity },
  })
  return {
    answer: request => platform.fetch(request),
    close: () => platform.close(),
    /** How often each of our own event ids is in the database. */
    async recorded() {
      const rows = await platform.db.query(
        `select data->>'n' as n, count(*)::int as times from events where data ? 'n' group by 1`,
      )
      return new Map(rows.map(({ n, times }) => [n, times]))
    },
  }
}
