// @vitest-environment happy-dom
// The widgets of docs/own-widgets.md, whose code is in the folder own-widgets.

import { readdirSync, readFileSync } from 'node:fs'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RewardsProvider } from '../../frameworks/react/rewards-provider.js'
import { createRewards, type Rewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import { Share } from './own-widgets/share.js'

const FOLDER = 'test/frameworks/own-widgets'

const actions = vi.fn()
let cleanUp = () => {}

/** Shows a component with a runtime of this test platform. */
function show(component: ComponentType, options: Parameters<typeof createTestPlatform>[0]) {
  const platform = createTestPlatform(options)
  const rewards: Rewards = createRewards(platform.options)
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  root.render(createElement(RewardsProvider, { rewards }, createElement(component)))
  const listener = ({ detail }: CustomEvent) => actions(detail)
  document.addEventListener('rewards:action', listener)
  // A link would leave the page.
  page.addEventListener('click', event => event.target instanceof HTMLAnchorElement && event.preventDefault())
  cleanUp = () => {
    root.unmount()
    page.remove()
    document.removeEventListener('rewards:action', listener)
    rewards.destroy()
  }
  const find = (selector: string, text: string) =>
    [...page.querySelectorAll<HTMLElement>(selector)].find(element => element.textContent === text)!
  const button = (text: string) => find('button', text)
  const shown = () => page.textContent
  return { platform, rewards, page, shown, button, link: (text: string) => find('a', text) as HTMLAnchorElement }
}

/** Types into a field as a person does: React listens to the event, and reads the value that was set before. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

afterEach(() => {
  cleanUp()
  actions.mockClear()
  vi.unstubAllGlobals()
})

describe('the share widget of the page', () => {
  const zones = { share_experience: fixtures.share }

  test('copies the link, and tracks the share', async () => {
    const writeText = vi.fn(async (_: string) => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { platform, shown, button } = show(Share, { zones })
    await expect.poll(shown).toContain(fixtures.share.headline)
    button('Copy').click()
    await expect.poll(shown).toContain('Copied')
    const id = new URL(writeText.mock.calls[0]![0]).searchParams.get('partner_share_id')
    const data = { 'share.channel': 'copy', partner_share_id: id, advocate_code: 'ada' }
    await expect.poll(() => platform.events.at(-1)).toMatchObject({ name: 'share', data })
    expect(actions).toHaveBeenCalledExactlyOnceWith({
      zone: 'share_experience',
      action: 'share',
      channel: 'copy',
      outcome: 'handed_off',
      partner_share_id: id,
    })
  })

  test('puts the edited message and a new link into each channel, and tracks what is followed', async () => {
    const { platform, page, shown, link } = show(Share, { zones })
    await expect.poll(shown).toContain(fixtures.share.headline)
    const { href } = link('WhatsApp')
    expect(decodeURIComponent(href)).toContain(`${fixtures.share.messages!.default} https://share.brand.example/ada?`)
    type(page.querySelector('textarea')!, 'Look at this:')
    await expect.poll(() => decodeURIComponent(link('Text').href)).toContain('body=Look at this: https://')
    const followed = new URL(new URL(link('WhatsApp').href).searchParams.get('text')!.split(' ').at(-1)!)
    link('WhatsApp').click()
    const data = { 'share.channel': 'whatsapp', partner_share_id: followed.searchParams.get('partner_share_id') }
    await expect.poll(() => platform.events.at(-1)).toMatchObject({ name: 'share', data })
  })

  test('shows a QR code with a tracked link', async () => {
    const { platform, page, shown, button } = show(Share, { zones })
    await expect.poll(shown).toContain('QR code')
    button('QR code').click()
    await expect.poll(() => page.querySelector('img')?.src).toContain('data:image/svg+xml')
    await expect.poll(() => platform.events.at(-1)?.data).toMatchObject({ 'share.channel': 'qr' })
  })

  test('loads the link of a consumer if the content has none, and again after a failure', async () => {
    const { shareable: _, ...withoutLink } = fixtures.share
    const { platform, page, shown, rewards, button } = show(Share, { zones: { share_experience: withoutLink } })
    const restore = platform.fail('/api/v6/me/shareables/get-or-create', { status: 403, code: 'access_denied' })
    await rewards.identify({ email: 'ada@example.com' })
    await expect.poll(shown).toBe('Load my link again')
    restore()
    button('Load my link again').click()
    await expect.poll(() => page.querySelector('input')?.value).toContain('https://')
  })
})

/** The code of a file as the page shows it. */
const published = (file: string) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .replace(/^\/\*\* @jsxImportSource react \*\/\n/, '')
    .replace(/'(\.\.\/)+frameworks\/react\/index\.js'/, "'rewards-web-sdk/react'")
    .replace(/'(\.\.\/)+src\/index\.js'/, "'rewards-web-sdk'")
    .replace(/'(\.\.\/)+widgets\/headless\/index\.js'/, "'rewards-web-sdk/headless'")

test.each(readdirSync(FOLDER))('the code of the page is that of %s, in at most 60 lines', file => {
  const blocks = [...readFileSync('docs/own-widgets.md', 'utf8').matchAll(/^```tsx\n(.*?)^```/gms)].map(
    ([, code]) => code,
  )
  expect(blocks).toContain(published(file))
  expect(published(file).split('\n').length).toBeLessThanOrEqual(61)
})
