import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SOON } from '../soon.js'
import { heard, LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'
import { fillZones } from './widgets/zone-content.js'

const visit = useDemo()

/** What the SDK or its widgets use of a document. An element with the name hides it. */
const NAMES = [
  ...['currentScript', 'dispatchEvent', 'addEventListener', 'removeEventListener', 'getElementsByTagName'],
  ...['querySelector', 'querySelectorAll', 'documentElement', 'body', 'cookie', 'hidden', 'visibilityState'],
  ...['prerendering', 'adoptedStyleSheets', 'createElement', 'createElementNS', 'createTextNode'],
]

const QUEUED = `${LISTEN} rewards.push(['track', 'queued', {}, { id: 'ID' }])`

describe.each(NAMES)('a page with an image named %s', name => {
  test(`runs its queue, delivers its events and shows its zones, whatever ${name} is`, async () => {
    const id = randomUUID()
    const { page, complaints } = await visit.newVisitor()
    const cta = { widget: 'cta', text: 'Invite', opens: { zone: 'share_experience' } }
    await fillZones(page, visit.demo, { parts: { widget: 'stack', items: [cta] }, around: cta })
    await openBarePage(page, visit.demo, {
      before: QUEUED.replace('ID', id),
      ahead: `<img name="${name}" alt="">`,
      body: `<rewards-zone name="share_experience"></rewards-zone><rewards-zone name="parts"></rewards-zone>
        <button>Share<rewards-zone name="around"></rewards-zone></button>`,
    })
    const tracked = () =>
      visit.demo.platform.db.query('select 1 from events where partner_event_id = $1 and event_name = $2', [
        id,
        'queued',
      ])
    await expect.poll(tracked, SOON).toHaveLength(1)
    const cards = () => page.locator('rewards-zone [part~=card]:not([part~=skeleton])').count()
    await expect.poll(cards, SOON).toBe(1)
    // In an item of a stack and in a dialog, too, also where the dialog is at the end of the page.
    for (const [button, count] of [
      ['Invite', 2],
      ['Share', 3],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect.poll(cards, SOON).toBe(count)
      await page.keyboard.press('Escape')
    }
    expect(await heard(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

test('a zone is shown in a form whose fields are named like its members', async () => {
  const { page, complaints } = await visit.newVisitor()
  const names = [
    'closest',
    'matches',
    'append',
    'parentElement',
    'getRootNode',
    'isConnected',
    'contains',
    'dispatchEvent',
    'getAttribute',
  ]
  await openBarePage(page, visit.demo, {
    before: LISTEN,
    body: `<form lang="en">${names.map(name => `<input name="${name}">`).join('')}<rewards-zone name="share_experience"></rewards-zone></form>`,
  })
  await expect.poll(() => page.locator('rewards-zone [part~=card]:not([part~=skeleton])').count(), SOON).toBe(1)
  expect(await heard(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('properties of a zone that throw, set before the element is defined, fail only that zone', async () => {
  const { page, complaints } = await visit.newVisitor()
  await openBarePage(page, visit.demo, {
    before: `${LISTEN} window.failed = []
      addEventListener('error', ({ target }) => target.localName === 'rewards-zone' && failed.push(target.id), true)
      addEventListener('DOMContentLoaded', () => {
        const [reading, text] = document.querySelectorAll('rewards-zone')
        Object.defineProperty(reading, 'data', { configurable: true, get() { throw new Error('Mine') } })
        text.widget = Object.create(null)
      })`,
    // The script runs once the page has set the properties.
    attributes: 'defer',
    body: '<rewards-zone id="reading" name="terms"></rewards-zone><rewards-zone id="text" name="share_experience"></rewards-zone>',
  })
  await expect
    .poll(() => page.evaluate(() => [...Reflect.get(globalThis, 'failed')].sort()), SOON)
    .toEqual(['reading', 'text'])
  expect((await heard(page)).sort()).toEqual(['invalid_argument', 'unsupported_content'])
  expect(complaints).toEqual([])
})

test('a frame named like a native app’s transport is no native app', async () => {
  const { page, complaints } = await visit.newVisitor()
  await openBarePage(page, visit.demo, {
    before: LISTEN,
    ahead: ['webkit', 'rewardsNative', 'ReactNativeWebView'].map(name => `<iframe name="${name}"></iframe>`).join(''),
    body: '<rewards-zone name="share_experience"></rewards-zone>',
  })
  await expect.poll(() => page.locator('rewards-zone [part~=card]:not([part~=skeleton])').count(), SOON).toBe(1)
  expect(await page.evaluate(() => typeof Reflect.get(globalThis, 'rewards').shell)).toBe('undefined')
  expect(await heard(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('a zone whose view throws on a broken page shows the failure and dispatches one error event', async () => {
  const { page, complaints } = await visit.newVisitor()
  const share_destination = { widget: 'offer', headline: 'Welcome', expires_at: '2099-03-01T12:00:00Z' }
  await fillZones(page, visit.demo, { share_destination })
  await openBarePage(page, visit.demo, {
    before: `${LISTEN}; Intl.DateTimeFormat = undefined`,
    body: '<rewards-zone name="share_destination"></rewards-zone>',
  })
  await expect.poll(() => page.locator('rewards-zone').getByRole('button', { name: 'Try again' }).count(), SOON).toBe(1)
  expect(await heard(page)).toEqual(['internal_error'])
  expect(complaints).toEqual([])
})
