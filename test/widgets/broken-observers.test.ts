// A script of the page has removed an observer of the browser, or has replaced it with one that throws.

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SOON } from '../soon.js'
import { useLocalPlatform } from './local-platform.js'
import { place, placed, type RewardsZoneElement } from './page.js'
import { publish } from './published.js'

const local = useLocalPlatform()

const SHARE = { widget: 'share', headline: 'Give 20', shareable: { code: 'a', link: 'https://a.example' } }

class Throwing {
  constructor() {
    throw new TypeError('Replaced by the page')
  }
}

const OBSERVERS = ['MutationObserver', 'IntersectionObserver', 'ResizeObserver'] as const

describe.each(
  OBSERVERS.flatMap(name => [
    { name, how: 'is missing', replacement: undefined },
    { name, how: 'throws', replacement: Throwing },
  ]),
)('where $name $how', ({ name, replacement }) => {
  const textOf = (element: RewardsZoneElement) => element.shadowRoot!.textContent ?? ''

  beforeEach(() => {
    const original = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value: replacement, configurable: true, writable: true })
    return () => {
      if (original) Object.defineProperty(globalThis, name, original)
      else Reflect.deleteProperty(globalThis, name)
    }
  })

  test('a zone shows its content', async () => {
    await publish(local.platform, 'observed', SHARE)
    // Only the observer of the viewport decides when a lazy zone loads.
    const loading = name === 'IntersectionObserver' ? 'lazy' : 'eager'
    const element = place({ name: 'observed', rewards: local.rewards, loading })
    await expect.poll(() => textOf(element), SOON).toContain('Give 20')
  })

  test('a stack shows its items', async () => {
    await publish(local.platform, 'observed_stack', { widget: 'stack', items: [SHARE] })
    const element = await placed({ name: 'observed_stack', rewards: local.rewards })
    const frame = () => element.shadowRoot!.querySelector<HTMLElement>('[part=frame]')
    await expect.poll(() => frame()?.shadowRoot?.textContent, SOON).toContain('Give 20')
    expect(frame()!.closest('section')!.hidden).toBe(false)
  })

  test('a button of the page opens the dialog of a cta, which is gone with the zone', async () => {
    await publish(local.platform, 'observed_cta', { widget: 'cta', text: 'Invite', opens: { zone: 'observed' } })
    const button = document.createElement('button')
    document.body.append(button)
    const element = await placed({ name: 'observed_cta', rewards: local.rewards })
    button.append(element)
    await expect.poll(() => textOf(element), SOON).not.toContain('Invite')
    const dialog = () =>
      [...document.body.children].map(({ shadowRoot }) => shadowRoot?.querySelector('dialog')).find(Boolean)
    button.click()
    await expect.poll(() => dialog()?.open, SOON).toBe(true)
    element.name = 'no_such_zone'
    await expect.poll(dialog, SOON).toBeUndefined()
  })
})

test('where IntersectionObserver throws, content that is shown for a second counts as viewed, and nothing is reported', async () => {
  const original = globalThis.IntersectionObserver
  globalThis.IntersectionObserver = Throwing as unknown as typeof IntersectionObserver
  const errors: string[] = []
  local.rewards.addEventListener('error', ({ detail }) => errors.push(detail.message))
  try {
    await publish(local.platform, 'observed', SHARE)
    const element = place({ name: 'observed', rewards: local.rewards })
    const viewed: unknown[] = []
    element.addEventListener('rewards-viewed', ({ detail }) => viewed.push(detail))
    await expect.poll(() => viewed, SOON).toEqual([expect.objectContaining({ zone: 'observed' })])
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  } finally {
    globalThis.IntersectionObserver = original
  }
})
