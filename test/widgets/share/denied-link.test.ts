import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()
const user = userEvent.setup()

/** Without a link: the widget requests it. */
const SHARE = { widget: 'share', headline: 'Give 20, get 20' }

/** A visitor whose requests for a link are denied, as by a program that gives links only to verified consumers. */
const deniedRewards = () =>
  createRewards({
    domain: 'http://share.brand.localhost',
    carrier: 'header',
    fetch: (input, init) =>
      String(input).includes('/me/shareables')
        ? Promise.resolve(
            Response.json(
              {
                http_status_code: 403,
                code: 'scopes_denied',
                message: 'Verified only',
                parameters: {},
                unique_id: 'x',
              },
              { status: 403 },
            ),
          )
        : local.platform.fetch(new Request(input as string, init)),
  })

describe.each([
  ['a zone', SHARE],
  ['a stack', { widget: 'stack', items: [SHARE] }],
])('the share widget in %s, if the platform denies the link,', (_, content) => {
  const rootOf = ({ root }: Awaited<ReturnType<typeof showOwn>>) =>
    root.querySelector('[part=frame]')?.shadowRoot ?? root
  const textOf = (shown: Awaited<ReturnType<typeof showOwn>>) => rootOf(shown).textContent ?? ''

  test('asks an anonymous consumer for an email address, and then shows their link', async () => {
    const shown = await showOwn(local, content, { level: 'anonymous' })
    await expect.poll(() => textOf(shown)).toContain('Get my link')
    expect(textOf(shown)).not.toContain('Try again')
    const field = (shown.element.querySelector('input') ??
      shown.root.querySelector('[part=frame] input')) as HTMLInputElement
    await user.type(field, 'new-sharer@example.com')
    await user.click(rootOf(shown).querySelector<HTMLElement>('button[type=submit], [part~=button]')!)
    await expect
      .poll(() => rootOf(shown).querySelector<HTMLInputElement>('input[readonly]')?.value)
      .toMatch(/^http:\/\/share\.brand\.localhost\/s\//)
  })

  test('asks an anonymous consumer without a request for a link, which would be refused in red', async () => {
    const requests: string[] = []
    const rewards = createRewards({
      domain: 'http://share.brand.localhost',
      carrier: 'header',
      fetch: (input, init) => {
        requests.push(new URL(String(input)).pathname)
        return local.platform.fetch(new Request(input as string, init))
      },
    })
    const warned = vi.spyOn(console, 'warn')
    const shown = await showOwn({ ...local, platform: local.platform, rewards }, content, { level: 'anonymous' })
    await expect.poll(() => textOf(shown)).toContain('Get my link')
    expect(requests.filter(path => path.includes('/shareables'))).toEqual([])
    expect(shown.errors).toEqual([])
    expect(warned.mock.calls).toEqual([])
    warned.mockRestore()
    rewards.destroy()
  })

  test('shows an identified consumer how to verify', async () => {
    const rewards = deniedRewards()
    const shown = await showOwn({ ...local, platform: local.platform, rewards }, content, { level: 'identified' })
    await expect.poll(() => textOf(shown)).toContain('Confirm your email address')
    expect(textOf(shown)).not.toContain('Try again')
  })

  test('shows a verified consumer that the link cannot be loaded', async () => {
    const rewards = deniedRewards()
    const shown = await showOwn({ ...local, platform: local.platform, rewards }, content, { level: 'verified' })
    await expect.poll(() => textOf(shown)).toContain('Try again')
  })
})

test('a share widget whose link is denied asks for nothing in a stack that says how to verify', async () => {
  const items = [SHARE, { widget: 'rewards' }, { widget: 'offer', headline: 'Hi' }]
  const rewards = deniedRewards()
  const { root } = await showOwn(
    { platform: local.platform, rewards },
    { widget: 'stack', items },
    { level: 'identified' },
  )
  const shown = () =>
    [...root.querySelectorAll<HTMLElement>('[part=item]:not([hidden]) > [part=frame]')].map(
      frame => frame.shadowRoot!.querySelector('h2')?.textContent,
    )
  await vi.waitFor(() => expect(shown()).toEqual(['Confirm it’s you', 'Hi']), SOON)
})
