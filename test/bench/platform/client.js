import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Node does not resolve `*.localhost`. The connections are kept, as those of a proxy. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Only what a browser opens is a click. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Sends requests to the program domain, by turns to each process, and measures each one. */
export function createClient(host, page, ports) {
  /** Milliseconds, by the kind of request. */
  const times = {}
  const errors = []
  let turn = 0

  async function send(kind, path, { token, cookie, json, address }) {
    const port = ports[turn++ % ports.length]
    const body = json && JSON.stringify(json)
    const headers = {
      Host: `${host}:${port}`,
      'X-Forwarded-For': address,
      'User-Agent': BROWSER,
      ...(body && { Origin: page }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(cookie && { Cookie: `svc_token=${cookie}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const started = performance.now()
    const { response, answer } = await exchange({ port, path, method: body ? 'POST' : 'GET', headers }, body)
    times[kind] ??= []
    times[kind].push(performance.now() - started)
    // A web-friendly call answers 200 and names its error in a header.
    const failure = response.headers['x-svc-error-message'] ?? (response.statusCode >= 400 && answer)
    if (failure) errors.push(`${kind}: ${response.statusCode} ${failure}`)
    return { answer, token: response.headers['x-svc-token'] ?? token ?? cookie }
  }

  return { send, times, errors }
}

async function exchange(options, body) {
  const response = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', agent, ...options }, resolve)
      .on('error', reject)
      .end(body)
  })
  return { response, answer: await text(response) }
}
