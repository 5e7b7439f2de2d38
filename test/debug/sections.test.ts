// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RecordedCall } from '../../debug/call-log.js'
import type { PendingEvent, Snapshot } from '../../debug/recorder.js'
import { reportOf } from '../../debug/report.js'
import { version } from '../../package.json'

afterEach(() => void vi.restoreAllMocks())

const NOW = Date.parse('2026-06-01T12:00:00Z')
const DOMAIN = 'https://share.brand.example'

const call = (about: Partial<RecordedCall> = {}): RecordedCall => ({
  url: `${DOMAIN}/api/v4/me`,
  method: 'GET',
  at: NOW - 2_000,
  carrier: 'header',
  status: 200,
  duration: 12,
  ...about,
})

const event = (about: Partial<PendingEvent> = {}): PendingEvent => ({
  name: 'purchase',
  trackedAt: NOW - 90_000,
  fields: ['cart_value'],
  attempts: 0,
  lastFailure: undefined,
  isStored: true,
  nextAt: undefined,
  ...about,
})

const snapshot: Snapshot = {
  domain: DOMAIN,
  recordedSince: NOW - 60_000,
  consumer: { level: 'anonymous', scopes: [], expires_at: null, isKnown: false },
  options: {},
  storage: { isAllowed: true, hasToken: true },
  calls: [],
  zones: [],
  problems: [],
  events: [],
  pause: undefined,
  locks: { delivering: 'no tab now', waiting: 0 },
  askedAt: { database: undefined, locks: undefined },
}

const silent = (asked: 'database' | 'locks') => ({ ...snapshot.askedAt, [asked]: NOW - 10_000 })

/** Zones and events show how the token travels. */
const zoneCall = (about: Partial<RecordedCall> = {}) =>
  call({ url: `${DOMAIN}/zones`, method: 'POST', name: 'offer', ...about })

type Case = [what: string, about: Partial<Snapshot>, line: string | RegExp]

const CASES: Case[] = [
  ['a token that has arrived', { calls: [call({ bringsToken: true, at: NOW - 125_000 })] }, 'Token: arrived 2 min ago'],
  ['a token of an earlier page', { calls: [call()] }, 'Token: older than the recording'],
  ['no token', { storage: { isAllowed: true, hasToken: false } }, 'Token: none (The first call brings one.)'],
  [
    'when the token expires',
    { consumer: { ...snapshot.consumer, expires_at: '2026-06-03T13:00:00Z' } },
    'Expires in 2 d. This site stores a copy in a cookie.',
  ],
  [
    'the cookie',
    { calls: [zoneCall({ carrier: 'cookie' }), call()] },
    /Carrier: cookie \(Page and program domain are same-site/,
  ],
  ['a carrier that no call has shown', { calls: [call()] }, /Carrier: auto \(No zone and no event/],
  [
    'the header before consent',
    { calls: [zoneCall()], storage: { isAllowed: false, hasToken: false } },
    /Carrier: header \(Consent allows no cookies/,
  ],
  ['the header across sites', { calls: [zoneCall()] }, /Carrier: header \(Page and program domain are not same-site/],
  [
    'the header at a reverse proxy',
    { domain: `${location.origin}/rewards`, calls: [zoneCall()] },
    /Carrier: header \(The program domain is a path of this host/,
  ],
  [
    'the header at another port of this host',
    { domain: `${location.origin}0`, calls: [zoneCall()] },
    /Carrier: header \(Page and program domain are not same-site/,
  ],
  [
    'a carrier that the page has chosen',
    { options: { carrier: 'query' }, calls: [call({ carrier: 'query' })] },
    'Carrier: query (The option carrier is query.)',
  ],
  ...Object.entries({
    program: 'The program decides',
    unset: 'The option says that nobody has chosen yet',
    granted: 'The option grants it',
    denied: 'The option denies it',
    tcf: 'It follows IAB TCF',
    gpp: 'It follows IAB GPP',
    gcm: 'It follows Google Consent Mode',
    gpc: 'It follows Global Privacy Control',
  }).map(
    ([consent, text]): Case => [
      `the consent "${consent}"`,
      { options: { consent: consent as 'tcf' } },
      `Consent: may store (${text}, until the page calls setConsent().)`,
    ],
  ),
  [
    'the consent of the program',
    { calls: [call({ consent: 'denied' })], storage: { isAllowed: false, hasToken: false } },
    /Consent: may not store \(The program decides.* The last answer of the program says denied\./,
  ],
  [
    'the tab that delivers',
    { locks: { delivering: 'another tab', waiting: 2 } },
    /Delivered by: another tab \(.*turn: 2\.\)/,
  ],
  [
    'a browser that does not know the tab that delivers',
    { locks: { delivering: 'not known', waiting: 0 } },
    /^Delivered by: not known$/m,
  ],
  ['locks that do not answer', { askedAt: silent('locks') }, /Delivered by: .* \(The browser does not answer\.\)/],
  ['a database that does not answer', { askedAt: silent('database') }, 'Database: does not answer'],
  [
    'the wait of the outbox',
    { pause: { failures: 3, until: NOW + 12_000 } },
    'Outbox: waits 12 s (Failures in a row: 3.)',
  ],
  [
    'an outbox whose wait is over',
    { pause: { failures: 1, until: NOW - 1 } },
    'Outbox: may send (Failures in a row: 1.)',
  ],
  ['an event that was never sent', { events: [event()] }, '- purchase  waits'],
  ['an event that is under way', { events: [event({ attempts: 1 })] }, '- purchase  under way'],
  [
    'an event in memory',
    { events: [event({ isStored: false })] },
    'Tracked 1 min ago, only in the memory of this page',
  ],
  [
    'an event that has moved behind the others',
    { events: [event({ attempts: 4, lastFailure: '500', nextAt: NOW + 30_000 })] },
    'Moved behind the others. Next attempt in 30 s',
  ],
  ['a call under way', { calls: [call({ status: undefined as never })] }, '- GET /api/v4/me  under way'],
  ['a call without an answer', { calls: [call({ status: 0 })] }, '- GET /api/v4/me  no answer'],
  [
    'the code and the unique_id of a refusal',
    { calls: [call({ status: 403, code: 'scopes_denied', unique_id: 'a1' })] },
    'scopes_denied · unique_id a1',
  ],
]

describe('the report says', () => {
  test.each(CASES)('%s', (_, about, line) => {
    const report = reportOf({ ...snapshot, ...about }, NOW)
    if (typeof line === 'string') expect(report).toContain(line)
    else expect(report).toMatch(line)
  })

  test('the version of the SDK and the browser first, and nothing else that the browser says', () => {
    const agents = {
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36':
        'Windows NT 10.0, Chrome/126.0.0.0, Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 GardenApp/2.1 (ada@example.com; +1 555 010 9988; id=k7Qd2mX9vB4nT6wZ8rL3)':
        'iPhone OS 17_5, Mac OS, Version/17.5, Safari/604.1',
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36':
        'Linux, Android 14, SamsungBrowser/25.0, Chrome/121.0.0.0, Safari/537.36',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0':
        'Windows NT 10.0, Chrome/126.0.0.0, Safari/537.36, Edg/126.0.0.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1':
        'iPhone OS 17_5, Mac OS, CriOS/126.0.6478.54, Safari/604.1',
      'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0': 'Linux, Firefox/127.0',
    }
    for (const [agent, shown] of Object.entries(agents)) {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
      expect(reportOf(snapshot, NOW).split('\n')[0]).toBe(`rewards-web-sdk ${version}. ${shown}`)
    }
  })

  test('of events that it cannot read, not that none waits', () => {
    expect(reportOf({ ...snapshot, askedAt: silent('database') }, NOW)).not.toContain('No event waits')
    expect(reportOf(snapshot, NOW)).toContain('No event waits')
  })

  test('the last 50 calls, the newest first', () => {
    const calls = Array.from({ length: 60 }, (_, index) => call({ duration: index }))
    const durations = [...reportOf({ ...snapshot, calls }, NOW).matchAll(/(\d+) ms/g)].map(([, each]) => Number(each))
    expect(durations).toEqual(Array.from({ length: 50 }, (_, index) => 59 - index))
  })
})
