// @vitest-environment node
import { expect, test, vi } from 'vitest'

test('importing the widgets on a server without a page has no effect', async () => {
  expect('window' in globalThis).toBe(false)
  const printed = (['log', 'info', 'warn', 'error'] as const).map(method => vi.spyOn(console, method))
  const { RewardsZoneElement } = await import('../../widgets/index.js')
  expect(RewardsZoneElement.observedAttributes).toContain('name')
  expect('customElements' in globalThis).toBe(false)
  expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([])
})
