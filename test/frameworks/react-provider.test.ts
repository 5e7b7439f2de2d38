// @vitest-environment happy-dom
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { RewardsProvider } from '../../frameworks/react/rewards-provider.js'
import type { RewardsZoneProps } from '../../frameworks/react/rewards-zone.js'
import { useResource } from '../../frameworks/react/use-resource.js'
import { useZone } from '../../frameworks/react/use-zone.js'
import { createTestPlatform } from '../../testing/index.js'
import { SOON } from '../soon.js'

const mount = (app: Parameters<ReturnType<typeof createRoot>['render']>[0]) => {
  const parent = document.body.appendChild(document.createElement('div'))
  const root = createRoot(parent)
  root.render(app)
  return { parent, root }
}

test('the provider passes each error of the runtime to onError, and the console shows none', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const onError = vi.fn()
  const { options, fail } = createTestPlatform()
  fail('/zones', { status: 403, code: 'access_denied' })
  const Terms = () => createElement('p', null, useZone('terms').error?.code)
  const { parent, root } = mount(createElement(RewardsProvider, { options, onError }, createElement(Terms)))
  await expect.poll(() => parent.textContent, SOON).toBe('access_denied')
  expect(onError.mock.calls.map(([error]) => error.code)).toEqual(['access_denied'])
  expect(warned).not.toHaveBeenCalled()
  root.unmount()
  warned.mockRestore()
})

test('useResource() takes a level in the place of its dependencies, and beside them', async () => {
  const { options, requests } = createTestPlatform()
  const Friends = () => {
    const one = useResource(rewards => rewards.referrals.fromMe(), { level: 'verified' })
    const other = useResource(rewards => rewards.referrals.toMe(), [1], { level: 'verified' })
    return createElement('p', null, `${one.isLoading || other.isLoading} ${one.error} ${one.value} ${other.value}`)
  }
  const { parent, root } = mount(createElement(RewardsProvider, { options }, createElement(Friends)))
  await expect.poll(() => parent.textContent, SOON).toBe('false undefined undefined undefined')
  expect(requests).toEqual([])
  root.unmount()
})

test('the props of a zone leave out listeners that React would never call', () => {
  expectTypeOf<RewardsZoneProps>().not.toHaveProperty('onLoad')
  expectTypeOf<RewardsZoneProps>().not.toHaveProperty('onError')
  expectTypeOf<RewardsZoneProps>().toHaveProperty('onZoneLoad')
})
