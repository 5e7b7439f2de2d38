// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordedCalls } from '../../debug/call-log.js'
import { SOON } from '../soon.js'
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
  // Longer than any number that a log could contain by chance.
  value: '471147114711',
}

const everything = {
  ...PLANTED,
  cart: [{ ...PLANTED, value: 471_147_114_711 }],
  [PLANTED.email]: 1,
  deep: { ...PLANTED },
}

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
    await vi.waitFor(
      () => expect(page.root.querySelector('[aria-selected="true"]')?.textContent).toMatch(new RegExp(`^${title}`)),
      SOON,
    )
    sections.push(page.root.innerHTML)
  }
  return { panel: sections.join('\n'), report: await page.copy('Copy report'), test: await page.copy('Copy as test') }
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
    await vi.waitFor(() => expect(page.root.textContent).toContain('Events1'), SOON)
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
    await vi.waitFor(() => expect(page.root.textContent).toContain('Problems2'), SOON)
    const { report } = await expectNoLeak()
    expect(report).toContain('/api/v6/me/shareables/…')
  })

  test('of a call without an answer, whose address has a code', async () => {
    page = openInspectedPage()
    page.platform.fail('/shareables', 'network_error')
    await expect(page.rewards.shareables.get(PLANTED.code)).rejects.toThrow(PLANTED.code)
    await vi.waitFor(() => expect(page.root.textContent).toContain('Problems1'), SOON)
    const { report } = await expectNoLeak()
    expect(report).toContain('https://share')
    expect(report).toContain('/api/v6/me/shareables/… cannot be reached')
  })

  test('of a claim, a proof and a share link', async () => {
    page = openInspectedPage({
      consumer: { shareables: [{ code: PLANTED.code, link: `https://${PLANTED.link}` }] as never },
    })
    await page.rewards.identify({ email: PLANTED.email, first_name: PLANTED.name, last_name: PLANTED.family })
    await page.rewards.verify(page.platform.jwt())
    await page.rewards.shareables.list()
    await page.rewards.profile.update({ first_name: PLANTED.name })
    await page.rewards.parameters.set(PLANTED.city, PLANTED.value)
    await page.rewards.verify(PLANTED.jwt).catch(() => {})
    await expectNoLeak()
  })

  test('of an attribute that is not JSON', async () => {
    page = openInspectedPage()
    page.rewards.report(
      'invalid_argument',
      `Zone "a": data must be a JSON object; got invalid JSON: {'x':'${PLANTED.name}`,
    )
    await vi.waitFor(() => expect(page.root.textContent).toContain('Problems1'), SOON)
    const { report } = await expectNoLeak()
    expect(report).toContain('Zone "a": data must be a JSON object; got invalid JSON: …')
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
    await vi.waitFor(() => expect(page.root.textContent).toMatch(/Problems[1-9]/), SOON)
    await expectNoLeak()
  })

  test('of a value that is a key, a boolean, a widget or a percent-encoded address', async () => {
    const coupon = 'GARDEN20'
    const address = encodeURIComponent(PLANTED.email)
    page = openInspectedPage({
      zones: { offer: { widget: `${PLANTED.name} ${PLANTED.family}`, [coupon]: 'x' } as never },
    })
    await page.rewards.zone('offer', { [coupon]: 1, has_returned_it: false, card: 4_111_111_111_111_111 })
    await page.rewards.zone(`hello ${address}`)
    const { panel, report, test } = await expectNoLeak()
    for (const text of [panel, report, test])
      for (const value of [coupon, address, '4111']) expect(text).not.toContain(value)
    expect(test).toContain('has_returned_it: true')
  })

  test('of the token in force', async () => {
    page = openInspectedPage()
    await page.rewards.zone('offer')
    const [token = ''] = /test-token-[\w-]+/.exec(document.cookie) ?? []
    expect(token).not.toBe('')
    await vi.waitFor(() => expect(page.root.textContent).toContain('arrived'), SOON)
    for (const text of Object.values(await shownTexts())) expect(text).not.toContain(token)
  })
})

test('the log of calls keeps no value, only an id that tells events apart', async () => {
  page = openInspectedPage()
  await page.rewards.track('purchase', everything, { id: 'order-1' })
  const kept = recordedCalls().map(({ url: _, eventKey: __, ...call }) => call)
  expect(leaksIn(JSON.stringify(kept))).toEqual([])
})
