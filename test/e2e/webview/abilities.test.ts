import { expect, test, vi } from 'vitest'
import { addVersion } from '../../../demo/platform/campaign/campaign-version.js'
import { demo as brand } from '../../../demo/platform/index.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { type AppWindow, useAppWindows } from './app-window.js'
import { newToken } from './new-token.js'

const stage = useDemo()
const openApp = useAppWindows()
const patience = { ...SOON, interval: 50 }

/** A screen of the app, as a marketer would fill it. */
const SCREEN = {
  widget: 'stack',
  close: true,
  items: [
    { widget: 'share', headline: 'Give 20, get 20', channels: ['copy', 'native', 'whatsapp'] },
    { widget: 'offer', headline: '$20 off', coupon_code: 'ADA-20' },
  ],
}

const publish = (zone_name: string, content: object) =>
  addVersion(stage.demo.platform, {
    zones: { [zone_name]: JSON.stringify({ creatives: [{ content }] }) },
    editorId: brand.marketerId,
    message: 'A screen of the app',
    publish: true,
    at: new Date(),
  })

/** Gives the page `find`: the first thing that the screen shows, in whichever of its shadows, by a selector and a text. */
const FIND = `void (window.find = (selector, text = '') => {
  const root = document.querySelector('[name=mobile_experience]')?.shadowRoot
  const shadows = [root, ...(root?.querySelectorAll('[part=frame]') ?? [])].map(each => each?.shadowRoot ?? each)
  return shadows.flatMap(each => [...(each?.querySelectorAll(selector) ?? [])]).find(each => each.textContent.includes(text))
})`

const LINK = `find('[part~=share] input')?.value`

/** Waits until an expression in the page has a value. */
const becomes = (app: AppWindow, expression: string, value: unknown) =>
  vi.waitFor(async () => expect(await app.evaluate(expression)).toEqual(value), patience)

async function openScreen(app: AppWindow) {
  await app.open(`${stage.demo.origins.shop}/strict`)
  await app.evaluate(FIND)
  await app.evaluate(`void rewards.mount('main', 'mobile_experience')`)
  await becomes(app, `[${LINK}, find('[part~=offer] input')?.value]`, [expect.stringMatching(/^http/), 'ADA-20'])
}

test('a screen in an app uses the app’s services, follows its look, and closes when told', async () => {
  await publish('mobile_experience', SCREEN)
  const app = openApp()
  const able = ['token.changed', 'share', 'open', 'event', 'clipboard.write', 'haptic']
  const token = await newToken(stage.demo, 'ada@example.com')
  await app.tell('configure', { token, welcome: { capabilities: able, person: 'p-1', consent: 'granted' } })
  await openScreen(app)
  // The way out is the app's: where it does not offer one there is none.
  expect(await app.evaluate(`!find('[part=close-app]')`)).toBe(true)

  await app.evaluate(`find('[part~=share] button', 'Copy').click()`)
  await vi.waitFor(() => expect(app.heard('haptic')).toEqual([{ style: 'success' }]), patience)
  expect(await app.tell('clipboard')).toContain(`${await app.evaluate(LINK)}?partner_share_id=`)
  await app.evaluate(`find('[part~=offer] button', 'Copy').click()`)
  await vi.waitFor(() => expect(app.heard('haptic')).toHaveLength(2), patience)
  expect(await app.tell('clipboard')).toBe('ADA-20')

  const { href } = await app.evaluate<{ href: string }>(`({ href: location.href })`)
  await app.evaluate(`find('a', 'WhatsApp').click()`)
  await vi.waitFor(() => expect(app.news('opened')).toEqual([expect.stringContaining('https://wa.me/')]), patience)
  expect(await app.evaluate('location.href')).toBe(href)
  const shares = () => app.heard('event').filter(({ name }) => name === 'share')
  await vi.waitFor(
    () => expect(shares().map(({ data }) => Object(data)['share.channel'])).toEqual(['copy', 'whatsapp']),
    patience,
  )

  const colours = `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(find('[part~=card]')))`
  const light = await app.evaluate(colours)
  await app.tell('send_welcome', { payload: { color_scheme: 'dark' } })
  await becomes(app, colours, ['rgb(27, 27, 31)', 'rgb(242, 242, 245)'])
  await app.tell('send_welcome', { payload: { color_scheme: 'light' } })
  await becomes(app, colours, light)

  const insets = `['top', 'right', 'bottom', 'left'].map(side => getComputedStyle(document.documentElement).getPropertyValue('--rewards-inset-' + side))`
  expect(await app.evaluate(insets)).toEqual(['0px', '0px', '34px', '0px'])
  // A rule of the page, which came before, stands.
  await app.evaluate(`void (document.adoptedStyleSheets = [new CSSStyleSheet(), ...document.adoptedStyleSheets])`)
  await app.evaluate(`void document.adoptedStyleSheets[0].replaceSync(':root { --rewards-inset-top: 5px }')`)
  await app.tell('send_welcome', { payload: { insets: { left: 44, right: 20 } } })
  await becomes(app, insets, ['5px', '20px', '0px', '44px'])

  await app.tell('set_locale', { locale: 'he' })
  await becomes(app, `[!!find('button', 'העתקה'), getComputedStyle(find('[part~=card]')).direction]`, [true, 'rtl'])

  // What waits is kept as the app says, and nothing of it is lost.
  await app.evaluate('rewards.flush()')
  await app.evaluate(`void ([window.online, window.fetch] = [fetch, () => Promise.reject(new TypeError('offline'))])`)
  await app.evaluate(`void (window.receipt = rewards.track('purchase', {}, { id: 'o-1' }))`)
  await becomes(app, `rewards.storage.summary().then(({ events }) => events > 0)`, true)
  await app.tell('send_welcome', { payload: { consent: 'denied' } })
  await becomes(app, 'Object.keys(localStorage).length', 0)
  await app.evaluate('void (window.fetch = online)')
  await app.evaluate('rewards.flush()')
  expect(await app.evaluate('receipt')).toMatchObject({ partner_event_id: 'o-1' })

  await app.tell('configure', { token, welcome: { capabilities: [...able, 'close'], locale: 'fr' } })
  await openScreen(app)
  expect(await app.evaluate(`find('[part=close-app]').ariaLabel`)).toBe('Fermer')
  // In forced colors, nothing but a border shows where a button ends.
  expect(await app.evaluate(`getComputedStyle(find('[part=close-app]')).borderTopStyle`)).toBe('solid')
  await app.evaluate(`find('[part=close-app]').click()`)
  await app.gone
  expect(app.news('closed')).toEqual([true])
})
