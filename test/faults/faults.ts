import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault-proxy.js'

/** Longer than a page needs to be left while its request is under way. */
const SLOW_MS = 1_500

/** What the platform, or somebody in its place, says with a status of its own; a page of the program may read it. */
const says =
  (status: number, body: string, headers: Record<string, string> = {}): Exclude<Fault, string> =>
  async ({ read, answer, origin }) => {
    await read()
    const readable = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'Retry-After, X-Svc-Error-Message',
    }
    await answer(new Response(body, { status, headers: { 'Content-Type': 'text/html', ...readable, ...headers } }))
  }

const JSON_TYPE = { 'Content-Type': 'application/json' }
const errorBody = (code: string, http_status_code: number) =>
  JSON.stringify({ code, message: code, http_status_code, parameters: {}, unique_id: 'fault' })

/** Answers each request with the next of these bodies. */
function saysInTurn(answers: [status: number, body: string][]): Fault {
  let asked = 0
  return exchange => says(...answers[asked++ % answers.length]!, JSON_TYPE)(exchange)
}

/** What the platform and the network can do to an event, in words that follow "the platform". */
export const FAULTS = {
  'is well': 'pass',
  'refuses connections': 'refuse',
  'resets before the body': ({ reset }) => reset(),
  async 'resets after the body'({ read, reset }) {
    await read()
    reset()
  },
  async 'cuts its answer'({ ask, answerHalf }) {
    await answerHalf(await ask())
  },
  async 'loses only its answer'({ ask, reset }) {
    await ask()
    reset()
  },
  async 'is slow'({ read, ask, answer }) {
    await read()
    await sleep(SLOW_MS)
    await answer(await ask())
  },
  'answers 429 with Retry-After': says(429, errorBody('too_many_requests', 429), { ...JSON_TYPE, 'Retry-After': '1' }),
  'answers 429 without Retry-After': says(429, errorBody('too_many_requests', 429), JSON_TYPE),
  'answers 500': says(500, errorBody('software_error', 500), JSON_TYPE),
  'answers 502 in HTML': says(502, '<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>'),
  'answers 503': says(503, errorBody('service_unavailable', 503), JSON_TYPE),
  'answers 200 with an error in a header': says(200, '{}', { 'X-Svc-Error-Message': 'The rule engine is restarting' }),
  'answers 200 with a refusal in a header': says(200, '{}', { 'X-Svc-Error-Message': 'access_denied: Blocked' }),
  'hides behind a captive portal': says(200, '<!doctype html><title>Welcome</title><form action="/login"></form>'),
  'is hidden by sites that refuse with codes of their own': saysInTurn([
    [404, '{"code":"rest_no_route","message":"No route was found","data":{"status":404}}'],
    [404, '{"code":"NOT_FOUND"}'],
    [403, '{"code":"FORBIDDEN","message":"No"}'],
    [401, '{"code":"UNAUTHENTICATED"}'],
    [403, '{"code":"waf_blocked","message":"Blocked","request_id":"r-1"}'],
    [499, '{"code":"client_closed"}'],
  ]),
  'is hidden by sites that accept everything': saysInTurn([
    [200, '{"portal":{"id":7}}'],
    [200, '{"status":"ok","id":null}'],
    [200, '{"id":"e-1","event_id":"e-1"'],
    [200, '{"id":7}'],
    [200, ''],
  ]),
  'is unpaid for': says(402, errorBody('payment_required', 402), JSON_TYPE),
  'is being deployed': says(404, errorBody('not_found', 404), JSON_TYPE),
  async 'drops the CORS header'({ ask, answer }) {
    const answered = await ask()
    answered.headers.delete('Access-Control-Allow-Origin')
    await answer(answered)
  },
  async stalls({ read }) {
    await read()
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS
