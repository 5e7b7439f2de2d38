import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.js'
import { FAULTS, type FaultName } from './faults.js'
import { until } from './until.js'

const ORIGIN = 'http://shop.brand.localhost'
const ALLOWED = { 'Access-Control-Allow-Origin': ORIGIN }
const RECORDED = '{"id":"e-1"}'

let proxy: FaultProxy
let asked: string[]

beforeEach(async () => {
  asked = []
  proxy = await startFaultProxy({
    programOrigin: 'http://share.brand.localhost',
    async platform(request) {
      asked.push(await request.text())
      return new Response(RECORDED, { headers: ALLOWED })
    },
  })
})

afterEach(() => proxy.close())

/** Submits an event, and says in a line what came back. */
async function submit(signal?: AbortSignal): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/events`, {
      method: 'POST',
      body: 'an event',
      headers: { origin: ORIGIN },
      signal: signal ?? null,
    })
    const readable = answer.headers.has('access-control-allow-origin') ? '' : ', unreadable'
    return `${answer.status} ${await answer.text()}${readable}`
  } catch (error) {
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    return cause?.code ?? name
  }
}

const PLATFORM_SAYS = `200 ${RECORDED}`

/** What a client sees of each fault, and whether the platform heard of the event. */
const SEEN: [fault: FaultName, heard: 'heard' | 'not heard', seen: RegExp | string][] = [
  ['is well', 'heard', PLATFORM_SAYS],
  ['refuses connections', 'not heard', 'ECONNREFUSED'],
  ['resets before the body', 'not heard', 'ECONNRESET'],
  ['resets after the body', 'not heard', 'ECONNRESET'],
  ['cuts its answer', 'heard', 'UND_ERR_SOCKET'],
  ['loses only its answer', 'heard', 'ECONNRESET'],
  ['is slow', 'heard', PLATFORM_SAYS],
  ['answers 429 with Retry-After', 'not heard', /^429 .*too_many_requests/],
  ['answers 429 without Retry-After', 'not heard', /^429 .*too_many_requests/],
  ['answers 500', 'not heard', /^500 .*software_error/],
  ['answers 502 in HTML', 'not heard', /^502 <!doctype html>/],
  ['answers 503', 'not heard', /^503 .*service_unavailable/],
  ['answers 200 with an error in a header', 'not heard', '200 {}'],
  ['answers 200 with a refusal in a header', 'not heard', '200 {}'],
  ['hides behind a captive portal', 'not heard', /^200 <!doctype html>/],
  ['drops the CORS header', 'heard', `${PLATFORM_SAYS}, unreadable`],
]

describe('an event in front of a platform that', () => {
  test.each(SEEN)('%s: %s', async (fault, heard, seen) => {
    await proxy.strike(FAULTS[fault])
    expect(await submit()).toMatch(seen)
    expect(asked).toEqual(heard === 'heard' ? ['an event'] : [])
  })

  test('stalls is not heard, and never answered', async () => {
    await proxy.strike(FAULTS.stalls)
    const leave = new AbortController()
    const seen = submit(leave.signal)
    await until('the proxy has done what it will', () => proxy.fired === 1 && !proxy.busy)
    leave.abort()
    expect(await seen).toBe('AbortError')
    expect(asked).toEqual([])
  })

  test.each([
    'refuses connections',
    'resets after the body',
  ] as const)('%s for a while is heard afterwards', async fault => {
    await proxy.strike(FAULTS[fault])
    await submit()
    await proxy.mend()
    expect(await submit()).toBe(PLATFORM_SAYS)
  })
})

describe('a platform that does not deduplicate', () => {
  test('never sees the same id twice', async () => {
    const ids: string[] = []
    const forgetful = await startFaultProxy({
      programOrigin: 'http://share.brand.localhost',
      deduplicates: false,
      async platform(request) {
        ids.push((await request.json()).data.partner_event_id)
        return new Response(RECORDED)
      },
    })
    const event = JSON.stringify({ event_name: 'purchase', data: { partner_event_id: 'order-1' } })
    for (const _ of [1, 2]) await fetch(`http://127.0.0.1:${forgetful.port}/events`, { method: 'POST', body: event })
    await forgetful.close()
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain('order-1')
  })
})
