// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordedCalls } from '../../debug/call-log.js'
import { createRecorder } from '../../debug/recorder.js'
import { reportOf } from '../../debug/report.js'
import { testOf } from '../../debug/test-text.js'
import { type InspectedPage, openInspectedPage } from './inspected-page.js'

/** Values that the inspector must not show, each for another kind of field. */
const PLANTED = {
  token: 'k7Qd2mX9vB4nT6wZ8rL3',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
  email: 'grace.hopper@navy.example',
  name: 'Grace',
  family: 'Hopper',
  phone: '+1 555 010 9988',
  order: 'J-1906',
  product: 'Monstera',
  coupon: 'GARDEN-20',
  code: 'advocate-grace',
  link: 'share.brand.example/advocate',
  city: 'Arlington',
  value: '4711',
}

const everything = { ...PLANTED, cart: [{ ...PLANTED, value: 4711 }], [PLANTED.email]: 1, deep: { ...PLANTED } }

let page: InspectedPage

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  page.inspector.close()
  page.rewards.destroy()
})

/** The words of all planted values that a text contains. */
const leaksIn = (text: string) => Object.entries(PLANTED).filter(([, value]) => text.includes(value))

/** All sections, the report and the test. */
async function shownTexts() {
  const sections: string[] = []
  for (const title of ['Consumer', 'Zones', 'Events', 'Calls', 'Problems']) {
    page.show(title)
    await vi.waitFor(() =>
      expect(page.root.querySelector('[aria-selected="true"]')?.textContent).toMatch(new RegExp(`^${title}`)),
    )
    sections.push(page.root.innerHTML)
  }
  const recorder = createRecorder(page.rewards, {}, () => {})
  const snapshot = await recorder.snapshot()
  recorder.stop()
  return { panel: sections.join('\n'), report: reportOf(snapshot, Date.now()), test: testOf(snapshot) }
}

async function expectNoLeak() {
  const texts = await shownTexts()
  for (const [place, text] of Object.entries(texts)) expect(leaksIn(text), place).toEqual([])
  return texts
}

describe('the panel, the report and the test contain nothing', () => {
  test('of the content of a zone and its targeting', async () => {
    page = openInspectedPage({ zones: { offer: { widget: 'offer', ...everything } as never } })
    await page.rewards.zone('offer', everything)
    await page.rewards.zone(`hello ${PLANTED.email}`, everything)
    const { panel } = await expectNoLeak()
    expect(panel).toContain('Sent for targeting: token, jwt, email')
  })

  test('of an event, its id and its failures', async () => {
    page = openInspectedPage()
    const restore = page.platform.fail('/events', { status: 503, message: Object.values(PLANTED).join(' ') })
    page.rewards.track('purchase', everything, { id: PLANTED.order })
    await vi.waitFor(() => expect(page.root.textContent).toContain('Events1'))
    const { report, test } = await expectNoLeak()
    expect(report).toContain('purchase')
    expect(test).toContain(`rewards.track('purchase', { `)
    restore()
    await page.rewards.flush()
  })

  test('of an error of the platform, in each of its fields', async () => {
    page = openInspectedPage()
    const text = Object.values(PLANTED).join(' ')
    page.platform.fail('/api/v4/me', { status: 403, code: 'access_denied', message: text, parameters: PLANTED })
    await expect(page.rewards.profile.get()).rejects.toThrow()
    await expect(page.rewards.shareables.get(PLANTED.code)).rejects.toThrow()
    await vi.waitFor(() => expect(page.root.textContent).toContain('Problems2'))
    const { report } = await expectNoLeak()
    expect(report).toContain('/api/v6/me/shareables/…')
  })

  test('of an error that the page has thrown, or reports', async () => {
    page = openInspectedPage(
      {},
      {
        jwt: () => {
          throw new Error(Object.values(PLANTED).join(' '))
        },
      },
    )
    await page.rewards.recognize()
    page.rewards.report('invalid_argument', `Wrong: ${PLANTED.email} ${PLANTED.token} ${PLANTED.jwt} ${PLANTED.phone}`)
    await vi.waitFor(() => expect(page.root.textContent).toMatch(/Problems[1-9]/))
    await expectNoLeak()
  })

  test('of the token in force', async () => {
    page = openInspectedPage()
    await page.rewards.zone('offer')
    const [token = ''] = /test-token-[\w-]+/.exec(document.cookie) ?? []
    expect(token).not.toBe('')
    await vi.waitFor(() => expect(page.root.textContent).toContain('arrived'))
    for (const text of Object.values(await shownTexts())) expect(text).not.toContain(token)
  })
})

test('the log of calls keeps no value, only an id that tells events apart', async () => {
  page = openInspectedPage()
  await page.rewards.track('purchase', everything, { id: 'order-1' })
  const kept = recordedCalls().map(({ url: _, eventKey: __, ...call }) => call)
  expect(leaksIn(JSON.stringify(kept))).toEqual([])
})
