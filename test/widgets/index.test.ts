import { expect, test, vi } from 'vitest'

test('a property set before the definition takes effect', async () => {
  const element = document.createElement('rewards-zone')
  Object.assign(element, { name: 'product', data: { sku: 'fern' }, theme: { scheme: 'dark' }, loading: 'lazy' })
  document.body.append(element)
  expect(Object.hasOwn(element, 'data')).toBe(true)
  const { RewardsZoneElement } = await import('../../widgets/index.js')
  customElements.upgrade(element)
  expect(element).toBeInstanceOf(RewardsZoneElement)
  expect(element.getAttribute('name')).toBe('product')
  expect(element).toMatchObject({ data: { sku: 'fern' }, theme: { scheme: 'dark' }, loading: 'lazy' })
  expect(Object.hasOwn(element, 'data')).toBe(false)
})

test('a second copy of the bundle on a page leaves the first in use', async () => {
  const first = await import('../../widgets/index.js')
  vi.resetModules()
  const second = await import('../../widgets/index.js')
  expect(second.RewardsZoneElement).not.toBe(first.RewardsZoneElement)
  expect(customElements.get('rewards-zone')).toBe(first.RewardsZoneElement)
})
