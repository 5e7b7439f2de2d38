// @vitest-environment node
import { expect, test } from 'vitest'

test('importing the widgets on a server without a page has no effect', async () => {
  expect('window' in globalThis).toBe(false)
  const { RewardsZoneElement } = await import('../../widgets/index.js')
  expect(RewardsZoneElement.observedAttributes).toContain('name')
  expect('customElements' in globalThis).toBe(false)
})
