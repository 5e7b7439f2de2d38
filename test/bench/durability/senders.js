import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

/** How long a sender waits for an answer, for another attempt, and after an event. */
const TIMEOUT_MS = 30_000
const RETRY_MS = 500
const PAUSE_MS = 30

const ROWS_PER_JOB = 100
/** Fewer than the limit of a token in a minute. */
const EVENTS_PER_TOKEN = 50
const PEOPLE = 200

/**
 * Sends events in each way until `isOver()`. Each event has a number, and is sent again until it is acknowledged. Resolves with the acknowledged numbers
 * by the way in which they were sent, and with the number of attempts that were not acknowledged.
 */
export async function sendEvents({ ports, tools, isOver }) {
  const acknowledged = { async: [], sync: [], page: [], batch: [] }
  let unanswered = 0
  let last = 0
  let turn = 0

  const number = () => {
    last += 1
    return last
  }
  const dataOf = n => ({ email: `person-${n % PEOPLE}@example.com`, partner_event_id: `event-${n}`, n })

  async function attempt(host, path, { headers, body }) {
    const all = ports()
    turn += 1
    const port = all[turn % all.length]
    if (!port) return undefined
    const { response, answer } = await exchange(port, `${host}:${port}`, path, headers, body)
    const failed = response.statusCode !== 200 || response.headers['x-svc-error-message']
    return failed ? undefined : JSON.parse(answer)
  }

  /** Repeats a request until its answer says that it succeeded. */
  async function untilDone(host, path, headers, body) {
    for (;;) {
      const answer = await attempt(host, path, { headers, body }).catch(() => undefined)
      if (answer) return answer
      unanswered += 1
      await setTimeout(RETRY_MS)
    }
  }

  const json = { 'Content-Type': 'application/json' }
  const backend = { Authorization: `Bearer ${tools.SERVER_TOKEN}` }
  const byBackend = (path, body, headers = json) =>
    untilDone(tools.SERVER_HOST, path, { ...backend, ...headers }, Buffer.isBuffer(body) ? body : JSON.stringify(body))

  async function sendByBackend(kind, path) {
    while (!isOver()) {
      const n = number()
      await byBackend(path, { event_name: `durable-${kind}`, data: dataOf(n) })
      acknowledged[kind].push(n)
      await setTimeout(PAUSE_MS)
    }
  }

  async function sendByPage() {
    while (!isOver()) {
      const address = { 'X-Forwarded-For': `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}` }
      const { access_token } = await untilDone(tools.PROGRAM_HOST, '/v5/token', { ...json, ...address }, '{}')
      const headers = { ...json, ...address, Authorization: `Bearer ${access_token}`, Origin: tools.SHOP }
      for (let sent = 0; sent < EVENTS_PER_TOKEN && !isOver(); sent += 1) {
        const n = number()
        const data = { partner_event_id: `event-${n}`, n }
        const body = JSON.stringify({ event_name: 'durable-page', data })
        await untilDone(tools.PROGRAM_HOST, '/events', headers, body)
        acknowledged.page.push(n)
        await setTimeout(PAUSE_MS)
      }
    }
  }

  async function sendBatches() {
    while (!isOver()) {
      const rows = Array.from({ length: ROWS_PER_JOB }, number)
      const lines = rows.map(n => JSON.stringify(dataOf(n))).join('\n')
      const boundary = 'durability'
      const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="rows.jsonl"\r\nContent-Type: application/x-ndjson\r\n\r\n`
      const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
      const file = await byBackend('/v6/files', Buffer.from(`${part}${lines}\r\n--${boundary}--\r\n`), type)
      const job = { type: 'EVENTS', data_source: { file_id: file.id }, event_name: 'durable-batch' }
      await byBackend('/v6/batch-jobs', job)
      acknowledged.batch.push(...rows)
      await setTimeout(10_000)
    }
  }

  await Promise.all([
    ...[1, 2].map(() => sendByBackend('async', '/v6/async-events')),
    ...[1, 2].map(() => sendByBackend('sync', '/v6/events')),
    ...[1, 2].map(sendByPage),
    sendBatches(),
  ])
  return { acknowledged, unanswered }
}

async function exchange(port, host, path, headers, body) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method: 'POST', headers: { ...headers, Host: host }, signal }
    request({ ...options, agent: false }, resolve)
      .on('error', reject)
      .end(body)
  })
  return { response, answer: await text(response) }
}
