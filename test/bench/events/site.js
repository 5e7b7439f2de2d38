import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * What befalls the requests of a page.
 *
 * - `away`: the connection is cut before the body is read
 * - `answer lost`: the collector has the events, and the connection is cut
 * - `held`: the collector has the events, and does not answer before the fault is over
 * - a status: the collector refuses, 429 with `Retry-After: 2`
 *
 * @typedef {'away' | 'answer lost' | 'held' | 429 | 500 | undefined} Fault
 */

/**
 * A page of its own origin, with a storage of its own therefore, and what came of what it tracked.
 *
 * @typedef {object} Lane
 * @property {string} name
 * @property {string} url
 * @property {Fault} fault
 * @property {number} requests With events, whatever became of them.
 * @property {number} faults The requests of these that a fault befell.
 * @property {number} underWay The requests of any kind that wait for their answer.
 * @property {Map<string, string[]>} arrivals By our own number of an event: the message ids under which the collector accepted it.
 * @property {number} quietSince When the last request came.
 */

const PAGE = `<!doctype html><html lang="en"><title>Benchmark</title><body><script type="module">
  import { open } from '/sdk/page.js'
  const query = new URLSearchParams(location.search)
  window.track = await open(query.get('collector'), { hasLimits: query.has('limits') })
</script>`

/** Clocks in a page tick every 5 µs only where it is isolated, else every 100. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

/**
 * Serves the pages and the collector of one SDK, behind one port. What comes of the events in a `judged` lane the vendor's own server
 * tells, where there is one; in a `quick` lane they are accepted at once, so that no server's speed is measured.
 */
export async function openSite(sdk, { quick = [], judged = [], limited = [] }) {
  const files = await bundle(sdk)
  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      // A page that is closed or crashes takes its requests with it.
      if (error.code !== 'ECONNRESET') console.error(error)
      request.socket.destroy()
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  const site = `${sdk.folder}.localhost:${port}`
  const collector = `http://collector.${site}`
  /** @type {Map<string, Lane>} */
  const lanes = new Map([...quick, ...judged].map(name => [`http://${name}.${site}`, newLane(name)]))
  const vendor = await sdk.start(collector, [...lanes.keys()])

  /** @returns {Lane} */
  function newLane(name) {
    const query = new URLSearchParams({ collector, ...(limited.includes(name) && { limits: '' }) })
    const url = `http://${name}.${site}/?${query}`
    const counts = { requests: 0, faults: 0, underWay: 0, arrivals: new Map(), quietSince: Date.now() }
    return { name, url, fault: undefined, ...counts }
  }

  async function answer(request, response) {
    if (request.headers.host === new URL(collector).host) return collect(request, response)
    const { pathname } = new URL(request.url, collector)
    if (pathname === '/') return response.writeHead(200, { ...ISOLATED, 'Content-Type': 'text/html' }).end(PAGE)
    const script = files.get(pathname)
    response.writeHead(script ? 200 : 404, { ...ISOLATED, 'Content-Type': 'text/javascript' }).end(script)
  }

  async function collect(request, response) {
    const { origin } = request.headers
    const lane = lanes.get(origin)
    const isJudged = judged.includes(lane?.name)
    if (lane) {
      lane.underWay++
      response.once('close', () => lane.underWay--)
    }
    // A connection that is used again is one that Chromium itself sends anew on, and no SDK's doing.
    if (isJudged) response.shouldKeepAlive = false
    if (lane?.fault === 'away') {
      if (request.method === 'POST') count(lane)
      return request.socket.destroy()
    }
    const body = await read(request)
    const url = new URL(request.url, collector)
    const events = request.method === 'POST' ? sdk.eventsIn(url.pathname, body) : undefined
    if (events && lane) {
      count(lane)
      if (typeof lane.fault === 'number') return refuse(response, lane.fault, origin)
      for (const { n, id } of events) if (n) lane.arrivals.set(n, [...(lane.arrivals.get(n) ?? []), id])
    }
    const answered = await vendor.answer(asRequest(request, url, body), { judged: isJudged })
    if (events && lane?.fault === 'answer lost') return request.socket.destroy()
    while (events && lane?.fault === 'held') await new Promise(resolve => setTimeout(resolve, 50))
    await respond(response, answered, origin)
  }

  return {
    sdk,
    /** The name is one of those the site was opened with. */
    lane: name => lanes.get(`http://${name}.${site}`),
    recorded: vendor.recorded,
    async close() {
      server.closeAllConnections()
      server.close()
      await vendor.close()
    },
  }
}

/** The SDK as a host's bundler would put it into a page. */
async function bundle({ folder }) {
  const input = join(import.meta.dirname, 'sdks', folder, 'page.js')
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { entryFileNames: 'page.js' } },
    },
  })
  return new Map(output.map(({ fileName, code }) => [`/sdk/${fileName}`, code]))
}

function count(lane) {
  lane.requests++
  if (lane.fault) lane.faults++
  lane.quietSince = Date.now()
}

async function read(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function asRequest({ method, headers }, url, body) {
  return new Request(url, { method, headers, body: body.length ? body : undefined })
}

function refuse(response, status, origin) {
  const retryAfter = status === 429 ? { 'Retry-After': '2' } : {}
  const code = status === 429 ? 'too_many_requests' : 'software_error'
  return respond(response, Response.json({ code }, { status, headers: retryAfter }), origin)
}

/** Answers, and lets every page read it. */
async function respond(response, answered, origin) {
  const cors = {
    'access-control-allow-origin': origin ?? '*',
    'access-control-allow-headers':
      'authorization, content-type, anonymousid, sentat, x-retry-count, rsa-recovered, rsa-retry-attempt, rsa-retry-reason, rsa-since-first-attempt, rsa-since-last-attempt',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after',
    'access-control-max-age': '7200',
  }
  const cookies = answered.headers.getSetCookie()
  const headers = { ...cors, ...Object.fromEntries(answered.headers) }
  response.writeHead(answered.status, cookies.length ? { ...headers, 'set-cookie': cookies } : headers)
  response.end(Buffer.from(await answered.arrayBuffer()))
}
