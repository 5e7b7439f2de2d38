import { join } from 'node:path'
import { runnerImport } from 'vite'

const root = join(import.meta.dirname, '../../../../..')

export const rewards = {
  name: 'rewards-web-sdk',
  settings:
    'Limits lifted on both sides (`eventsPerMinute`). Behind the faults the local platform with its database; else, as for the others, a collector that accepts at once.',
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
    // A consumer who has no token yet is always the platform's.
    answer: (request, { judged }) =>
      judged || !request.headers.has('cookie') || !/\/events$/.test(request.url) ? platform.fetch(request) : accept(),
    close: () => platform.close(),
    /** How often each of our own event numbers is in the database. */
    async recorded() {
      const rows = await platform.db.query(
        `select data->>'n' as n, count(*)::int as times from events where data ? 'n' group by 1`,
      )
      return new Map(rows.map(({ n, times }) => [n, times]))
    },
  }
}

const accept = async () => Response.json({ id: crypto.randomUUID() })
