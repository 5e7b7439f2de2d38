import { join } from 'node:path'
import { loadModule, root } from '../../../../../demo/command.js'

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

async function start(collector, pageOrigins) {
  const { createPlatform } = await loadModule('demo/platform/index.ts')
  const platform = await createPlatform({
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

/** An answer without a token is not the platform's, and the event is sent again. */
const accept = async () => Response.json({ id: crypto.randomUUID(), token: crypto.randomUUID() })
