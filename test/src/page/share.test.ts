import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../../src/kernel/connect.js'
import { loadFromPackage } from '../../../src/kernel/load.npm.js'
import type { Rewards } from '../../../src/kernel/rewards.js'
import { type ShareChannel, share } from '../../../src/page/share.js'
import { readOptions } from '../../../src/settings/options.js'
import { replaceModules } from '../replace-modules.js'

const ada = { code: 'ada', link: 'https://share.brand.com/ada?utm_source=x#top' }
const copied: string[] = []
const sheets: ShareData[] = []

/** A browser's clipboard and share sheet; what `fault` returns is thrown by either. */
function browser(fault?: () => unknown) {
  copied.length = sheets.length = 0
  const say =
    <T>(into: T[]) =>
    async (what: T) => {
      if (fault) throw fault()
      into.push(what)
    }
  vi.stubGlobal('navigator', { clipboard: { writeText: say(copied) }, share: say(sheets) })
}

/** Shares, and answers the result with the events that were tracked. */
async function shared(channel: ShareChannel, message?: { message?: string; subject?: string }) {
  const events: { name: string; data: object }[] = []
  const result = await share({ track: async (name, data) => events.push({ name, data }) }, ada, channel, message)
  return { ...result, events }
}

afterEach(() => void vi.unstubAllGlobals())

describe('a link that is copied', () => {
  test('is handed off with the id of the share, and otherwise unchanged', async () => {
    browser()
    const { outcome, channel, partner_share_id } = await shared('copy')
    expect({ outcome, channel }).toEqual({ outcome: 'handed_off', channel: 'copy' })
    expect(copied).toEqual([`https://share.brand.com/ada?utm_source=x&partner_share_id=${partner_share_id}#top`])
  })

  test('is tracked as a share with the same id', async () => {
    browser()
    const { events, partner_share_id } = await shared('copy')
    expect(events).toEqual([
      { name: 'share', data: { 'share.channel': 'copy', partner_share_id, advocate_code: 'ada' } },
    ])
  })

  test('fails without permission, and nothing is tracked', async () => {
    browser(() => new DOMException('', 'NotAllowedError'))
    expect(await shared('copy')).toMatchObject({ outcome: 'failed', events: [] })
  })

  test('fails on a page without a clipboard', async () => {
    vi.stubGlobal('navigator', {})
    expect(await shared('copy')).toMatchObject({ outcome: 'failed', events: [] })
  })

  test('has another id each time', async () => {
    browser()
    expect((await shared('copy')).partner_share_id).not.toBe((await shared('copy')).partner_share_id)
  })
})

test.each([
  ['shared', 'shared', 1],
  ['handed_off', 'handed_off', 1],
  ['canceled', 'canceled', 0],
  ['sent', 'failed', 0],
])('a native app that answers %s: the share is %s', async (answer, outcome, events) => {
  const track = vi.fn(async () => {})
  const shell = { offers: () => true, request: async () => ({ outcome: answer }) } as unknown as Rewards['shell']
  expect(await share({ track, shell: shell! }, ada, 'native')).toMatchObject({ outcome })
  expect(track).toHaveBeenCalledTimes(events)
})

test('a native app with a clipboard copies the link, and one without a share sheet leaves that to the browser', async () => {
  browser()
  const track = vi.fn(async () => {})
  const request = vi.fn(async () => ({}))
  const offers = (capability: string) => capability === 'clipboard.write'
  const sharer = { track, shell: { offers, request, notify() {} } }
  const { outcome, partner_share_id } = await share(sharer, ada, 'copy')
  expect(outcome).toBe('handed_off')
  expect(request.mock.calls).toEqual([['clipboard.write', { text: expect.stringContaining(partner_share_id) }]])
  expect(await share(sharer, ada, 'native')).toMatchObject({ outcome: 'shared' })
  expect([copied.length, sheets.length, track.mock.calls.length]).toEqual([0, 1, 2])
  request.mockRejectedValue(new Error('No'))
  expect(await share(sharer, ada, 'copy')).toMatchObject({ outcome: 'failed' })
  expect(track).toHaveBeenCalledTimes(2)
})

describe('a link in the browser’s share sheet', () => {
  test('is shared as an address, not within the text', async () => {
    browser()
    const { outcome, partner_share_id } = await shared('native', { message: 'Try this', subject: 'For you' })
    expect(outcome).toBe('shared')
    expect(sheets).toEqual([{ url: expect.stringContaining(partner_share_id), text: 'Try this', title: 'For you' }])
  })

  test('is canceled if the person closes the sheet, and nothing is tracked', async () => {
    browser(() => new DOMException('', 'AbortError'))
    expect(await shared('native')).toMatchObject({ outcome: 'canceled', events: [] })
  })

  test('is canceled if the sheet is open already; the first share reports the outcome', async () => {
    browser(() => new DOMException('', 'InvalidStateError'))
    expect(await shared('native')).toMatchObject({ outcome: 'canceled', events: [] })
  })

  test.each(['NotAllowedError', 'DataError'])('fails if the browser rejects it with %s', async name => {
    browser(() => new DOMException('', name))
    expect(await shared('native')).toMatchObject({ outcome: 'failed', events: [] })
  })
})

test('an unknown channel is rejected by name', async () => {
  await expect(shared('pigeon' as ShareChannel)).rejects.toThrow('pigeon')
})

test.each([
  undefined,
  {},
  { code: 'ada' },
  { code: 'ada', link: 'not a url' },
])('an invalid shareable is rejected with a message: %j', async nothing => {
  await expect(share({ track: async () => {} }, nothing as typeof ada, 'copy')).rejects.toThrow('needs a shareable')
})

describe('the code for sharing', () => {
  test.each<[widget: string, times: number, chosen?: { widget: 'share' }]>([
    ['share', 1],
    ['referrals', 1],
    ['offer', 0],
    // The page has chosen the widget itself.
    ['own', 1, { widget: 'share' }],
  ])('is loaded when the browser is idle after a zone with the widget %s: %i times', async (widget, times, chosen) => {
    const loadShare = vi.fn(() => loadFromPackage('share'))
    const answer = () => Response.json({ widget }, { headers: { 'x-svc-token': 'a-token' } })
    const options = readOptions({ domain: `https://${widget}.brand.com`, fetch: async () => answer() })
    let becomeIdle = () => {}
    vi.stubGlobal('requestIdleCallback', (task: () => void) => (becomeIdle = task))
    await connect(options, replaceModules({ share: loadShare })).zone('my_account', {}, chosen)
    expect(loadShare).not.toHaveBeenCalled()
    becomeIdle()
    expect(loadShare).toHaveBeenCalledTimes(times)
  })

  test.each([
    ['shareables.getOrCreate()', 1, (rewards: Rewards) => rewards.shareables.getOrCreate()],
    ['shareables.list()', 1, (rewards: Rewards) => rewards.shareables.list()],
    ['journeys.list()', 0, (rewards: Rewards) => rewards.journeys.list()],
  ])('is loaded by %s: %i times', async (_, times, call) => {
    const loadShare = vi.fn(() => loadFromPackage('share'))
    const fetch = async () =>
      Response.json([{ code: 'ada', link: ada.link }], { headers: { 'x-svc-token': 'a-token' } })
    const rewards = connect(readOptions({ domain: 'https://a.brand.com', fetch }), replaceModules({ share: loadShare }))
    await call(rewards).catch(() => {})
    expect(loadShare).toHaveBeenCalledTimes(times)
    rewards.destroy()
  })
})
