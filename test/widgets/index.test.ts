import { expect, test, vi } from 'vitest'

test('a property set before the definition takes effect, and one that throws breaks nothing else', async () => {
  const element = document.createElement('rewards-zone')
  const rewards = new EventTarget()
  Object.assign(element, {
    name: 'product',
    data: { sku: 'fern' },
    theme: { scheme: 'dark' },
    messages: { copy: 'Take it' },
    widget: 'share',
    loading: 'lazy',
    rewards,
  })
  const broken = Object.defineProperty(document.createElement('rewards-zone'), 'data', {
    configurable: true,
    get: () => {
      throw new Error('No')
    },
  })
  document.body.append(element, broken)
  expect(Object.hasOwn(element, 'data')).toBe(true)
  const { RewardsZoneElement } = await import('../../widgets/index.js')
  customElements.upgrade(broken)
  customElements.upgrade(element)
  expect(element).toBeInstanceOf(RewardsZoneElement)
  expect(element.getAttribute('name')).toBe('product')
  expect(element).toMatchObject({ data: { sku: 'fern' }, theme: { scheme: 'dark' }, messages: { copy: 'Take it' } })
  expect(element).toMatchObject({ widget: 'share', loading: 'lazy' })
  expect(element).toHaveProperty('rewards', rewards)
  for (const name of ['data', 'rewards']) expect(Object.hasOwn(element, name)).toBe(false)
  expect(broken).toBeInstanceOf(RewardsZoneElement)
  expect(broken).toHaveProperty('data', null)
})

test('a second copy of the bundle on a page leaves the first in use', async () => {
  const first = await import('../../widgets/index.js')
  vi.resetModules()
  const second = await import('../../widgets/index.js')
  expect(second.RewardsZoneElement).not.toBe(first.RewardsZoneElement)
  expect(customElements.get('rewards-zone')).toBe(first.RewardsZoneElement)
})
