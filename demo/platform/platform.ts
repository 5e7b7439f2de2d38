import { join } from 'node:path'
import { cleanUps } from './clean-ups.js'
import { createClock, readAhead } from './clock/clock.js'
import { consoleSite } from './console/console-site.js'
import { programDomain } from './consumer/program-domain.js'
import { figures } from './figures/figures-job.js'
import { createRateLimit } from './http/rate-limit.js'
import { errorResponse, RestError, toRestError } from './http/rest-error.js'
import { wireNames } from './http/wire-names.js'
import { createRequestOpener } from './identity/open-request.js'
import { atDomain } from './identity/program-domains.js'
import { startQueue } from './jobs/queue.js'
import { leaderboards } from './leaderboards/leaderboards-job.js'
import { type PlatformOptions, settingsFrom } from './options.js'
import { replays } from './replay/replay-job.js'
import { expirations } from './rewards/expiry-job.js'
import { fulfillments } from './rewards/fulfillment-job.js'
import { asyncEvents } from './server/async-event-job.js'
import { batchJobs } from './server/batch-jobs/run-job.js'
import { contentChecks } from './server/files/content.js'
import { scheduledReports } from './server/report-runners/scheduled-runs.js'
import { serverApi } from './server/server-api.js'
import { deliveries } from './server/sftp-servers/deliveries.js'
import { type Account, setUpAccount } from './setup/set-up-account.js'
import type { Database } from './store/database.js'
import { failingDatabase } from './store/failing-database.js'
import { openFileStorage } from './store/file-storage.js'
import { checkFilesFolder } from './store/files-folder.js'
import { openDatabase } from './store/open-database.js'
import { checkSecretKey, openPlatformSecrets } from './store/open-secrets.js'
import type { Secrets } from './store/secrets.js'
import { messageJobs } from './webhooks/deliver-message.js'

export interface Platform extends Account {
  /** Handles a request by the origin of its URL: a program domain, server API, or 421. */
  fetch(request: Request): Promise<Response>
  db: Database
  /** Decrypts what is stored in `db`. */
  secrets: Secrets
  /** Delivers the webhook messages that are due, and waits for the answers. The platform does so by itself each second. */
  deliverWebhooks(): Promise<void>
  /** Runs the reports that are due by their schedules, and waits for them. The platform does so by itself each second. */
  runReports(): Promise<void>
  /** Computes the figures of the console if they are due, and waits for them. The platform does so by itself. */
  updateFigures(): Promise<void>
  /** Computes the leaderboards that zones show if they are due, and waits for them. The platform does so by itself. */
  updateLeaderboards(): Promise<void>
  /**
   * Waits for the requests and the work that are under way, then closes the database. Work that waits stays in the database. Later share links
   * lead to the shop, and other requests are answered with 503.
   */
  close(): Promise<void>
}

/** Starts a local platform. Rejects if the database cannot be used, or if another process uses `dataDir`. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const clock = createClock(options.now ?? Date.now)
  const settings = settingsFrom(options, clock)
  checkSecretKey(options)
  const db = options.database ?? (await openDatabase(options))
  const filesDir = options.filesDir ?? (options.dataDir && join(options.dataDir, 'files'))
  const files = openFileStorage(filesDir)
  const names = wireNames(settings.vendor)
  const { account, domain } = await openPlatformSecrets(db, options)
    .then(async secrets => {
      await checkFilesFolder(db, filesDir)
      clock.keep(await readAhead(db))
      const opened = { db, settings, names, secrets, files }
      const account = await setUpAccount(opened, options)
      return { account, domain: { ...opened, clientId: account.clientId } }
    })
    .catch(async error => {
      await db.close()
      throw error
    })
  const kinds = [
    asyncEvents,
    fulfillments,
    expirations,
    messageJobs,
    scheduledReports,
    deliveries,
    batchJobs,
    contentChecks,
    figures,
    leaderboards,
    replays,
    ...cleanUps,
  ]
  const queue = startQueue(domain, kinds, {
    // Another process may have moved the clock.
    beforeLook: async () => account.hasDemoData && clock.keep(await readAhead(db)),
  })
  const env = {
    ...domain,
    count: createRateLimit(db, settings.now),
    queue,
    clock,
    hasDemoData: account.hasDemoData,
  }
  const pending = new Set<Promise<Response>>()
  let isClosing = false
  const program = programDomain()
  const server = serverApi(consoleSite())
  const open = createRequestOpener(env)
  // What the last request read. Files need no more, and neither do error responses while the database cannot be used.
  let lastKnown = env
  async function respond(request: Request) {
    const file = isFile(request) ? serve(request, lastKnown) : undefined
    if (file) return file
    try {
      await queue.catchUp()
      lastKnown = await open(request)
    } catch (error) {
      const within = { ...lastKnown, presented: undefined, db: failingDatabase(error) }
      return serve(request, within) ?? toShop(request) ?? errorResponse(toRestError(error))
    }
    return serve(request, lastKnown) ?? unknownHost(request)
  }
  /** Undefined for a host that is not served. */
  function serve(request: Request, within: typeof env) {
    const { origin } = new URL(request.url)
    if (origin === settings.serverOrigin) return server.fetch(request, within)
    const at = atDomain(within, origin)
    return at && program.fetch(request, at)
  }
  /** A share link leads to the shop also if nobody can look it up, or look up its host. Undefined for other requests. */
  function toShop({ method, url }: Request) {
    const { origin, pathname } = new URL(url)
    const isLink = ['GET', 'HEAD'].includes(method) && origin !== settings.serverOrigin && LINK.test(pathname)
    return isLink ? Response.redirect(settings.landingUrl, 302) : undefined
  }
  return {
    db,
    secrets: env.secrets,
    ...account,
    deliverWebhooks: () => queue.idle(messageJobs.name),
    runReports: () => queue.idle(scheduledReports.name),
    updateFigures: () => queue.idle(figures.name),
    updateLeaderboards: () => queue.idle(leaderboards.name),
    async close() {
      isClosing = true
      await Promise.allSettled(pending)
      await queue.stop()
      await db.close()
      await files.close()
    },
    async fetch(request) {
      if (isClosing) return toShop(request) ?? errorResponse(closed())
      const response = respond(request).finally(() => pending.delete(response))
      pending.add(response)
      return response
    },
  }
}

/** The paths of the files of the SDK and of the platform's pages. */
const FILE = /^\/([^/]+|pages\/[^/]+|rewards-\d[^/]*(\/[^/]+){1,2})\.\w+$/

/** The paths of share links. */
const LINK = /^\/s\/[^/]+$/

const isFile = ({ method, url }: Request) => method === 'GET' && FILE.test(new URL(url).pathname)

const closed = () => new RestError('software_error', 'The platform is being closed', { status: 503 })
/** The page of a misspelt domain may read why its calls fail: without these headers, the browser would hide the answer. It says nothing else. */
function unknownHost({ method, headers }: Request): Response {
  const response =
    method === 'OPTIONS'
      ? new Response(null, { status: 204 })
      : errorResponse(new RestError('misdirected_request', 'The platform does not serve this host'))
  response.headers.set('Access-Control-Allow-Origin', headers.get('Origin') ?? '*')
  response.headers.set('Access-Control-Allow-Credentials', 'true')
  response.headers.set('Access-Control-Allow-Methods', headers.get('Access-Control-Request-Method') ?? '')
  response.headers.set('Access-Control-Allow-Headers', headers.get('Access-Control-Request-Headers') ?? '')
  response.headers.set('Vary', 'Origin')
  return response
}
