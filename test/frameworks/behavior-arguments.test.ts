// @vitest-environment happy-dom
// What the functions and hooks for own widgets say about wrong arguments.

import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsProvider, useForm, useOffer, useReferrals, useShare, useZone } from '../../frameworks/react/index.js'
import { createRewards, type Rewards, type Zone } from '../../src/index.js'
import { createTestPlatform, fixtures, type TestPlatform } from '../../testing/index.js'
import {
  createForm,
  createOffer,
  createReferrals,
  createShare,
  createVerification,
} from '../../widgets/headless/index.js'

const { shareable: _, ...withoutLink } = fixtures.share

let platform: TestPlatform
let rewards: Rewards

beforeEach(() => {
  platform = createTestPlatform({ zones: { invite: withoutLink } })
  rewards = createRewards(platform.options)
})
afterEach(() => {
  rewards.destroy()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

describe.each(
  Object.entries({ createShare, createOffer, createForm, createReferrals }),
)('%s() throws invalid_argument', (name, create) => {
  test.each<[string, unknown]>([
    ['the name of the zone', 'invite'],
    ['a promise of the zone', Promise.resolve()],
    ['the content of the zone', fixtures.share],
    ['the whole result of useZone()', { value: undefined, error: undefined, isLoading: true }],
    ['a function', () => undefined],
  ])('for %s', (_, zone) => {
    expect(() => create(rewards, zone as Zone)).toThrow(`${name}() needs a zone`)
  })

  test('without the runtime', () => {
    expect(() => create({ name: 'invite', data: {} } as never, undefined)).toThrow(`${name}() needs the runtime`)
  })
})

test('createVerification() throws invalid_argument without the runtime', () => {
  expect(() => createVerification(undefined as never)).toThrow('createVerification() needs the runtime')
})

describe('in React', () => {
  /** Renders a component, and resolves with the message of the error that it throws. */
  async function failing(component: ComponentType) {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    return new Promise<string>(resolve => {
      const onUncaughtError = (error: unknown) => resolve((error as Error).message)
      const root = createRoot(document.body.appendChild(document.createElement('div')), { onUncaughtError })
      root.render(createElement(RewardsProvider, { rewards }, createElement(component)))
    })
  }

  test.each<[string, (zone: never) => unknown]>(
    Object.entries({ useShare, useOffer, useForm, useReferrals }),
  )('%s() throws for the whole result of useZone()', async (_, use) => {
    const component = () => {
      use(useZone('invite') as never)
      return null
    }
    expect(await failing(component)).toContain('the `value` of useZone()')
  })

  test('useShare() begins once for a zone that is a new object with each rendering', async () => {
    await rewards.identify({ email: 'ada@example.com' })
    const renderings = vi.fn()
    const component = () => {
      renderings()
      const { value } = useZone<object>('invite')
      const { headline, shareable } = useShare(value && { ...value, data: { ...value.data, headline: 'Mine' } })
      return createElement('p', null, `${headline} ${shareable?.link}`)
    }
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(createElement(RewardsProvider, { rewards }, createElement(component)))
    await expect.poll(() => document.body.textContent).toContain('Mine https://')
    const before = renderings.mock.calls.length
    await rewards.flush()
    expect(renderings.mock.calls.length).toBe(before)
    expect(platform.requests.filter(({ path }) => path.includes('shareables'))).toHaveLength(1)
    root.unmount()
  })

  test('useShare() loads the link again for other data', async () => {
    await rewards.identify({ email: 'ada@example.com' })
    const component = ({ sku }: { sku: string }) => {
      const { value } = useZone('invite')
      return createElement('p', null, useShare(value, { content: { partner_content_id: sku } }).shareable?.link)
    }
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    const show = (sku: string) =>
      root.render(createElement(RewardsProvider, { rewards }, createElement(component, { sku })))
    const linkOf = (sku: string) => platform.consumer.shareables?.find(({ key }) => key === sku)?.link ?? 'none'
    show('fern')
    await expect.poll(() => document.body.textContent === linkOf('fern')).toBe(true)
    show('rose')
    await expect.poll(() => document.body.textContent === linkOf('rose')).toBe(true)
    root.unmount()
  })
})
