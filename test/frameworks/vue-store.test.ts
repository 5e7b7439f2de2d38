// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createApp, createSSRApp, effectScope, h, nextTick, reactive, ref } from 'vue'
import { useForm, useOffer, useReferrals, useShare, useVerification } from '../../frameworks/vue/behaviors.js'
import { rewardsKey, rewardsPlugin } from '../../frameworks/vue/rewards-plugin.js'
import { RewardsZone } from '../../frameworks/vue/rewards-zone.js'
import { useConsumer } from '../../frameworks/vue/use-consumer.js'
import { useResource } from '../../frameworks/vue/use-resource.js'
import { useRewards } from '../../frameworks/vue/use-rewards.js'
import { useZone } from '../../frameworks/vue/use-zone.js'
import { createRewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'

/** As in a store: with the app, but outside of a component. */
test('useConsumer() and useZone() follow the runtime outside of a component', async () => {
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const rewards = createRewards(options)
  const app = createApp({})
  app.provide(rewardsKey, rewards)
  const scope = effectScope()
  const { consumer, zone } = app.runWithContext(() =>
    scope.run(() => ({ consumer: useConsumer(), zone: useZone('terms') })),
  )!
  await expect.poll(() => zone.value.value?.data).toEqual({ text: 'Give 20' })
  for (const level of ['identified', 'anonymous', 'identified']) {
    await (level === 'identified' ? rewards.identify({ email: 'ada@example.com' }) : rewards.logout())
    expect(consumer.value.level).toBe(level)
  }
  scope.stop()
  await rewards.logout()
  expect(consumer.value.level).toBe('identified')
})

test('the plugin passes each error of the runtime to onError, which is no option of the runtime', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const onError = vi.fn()
  const { options, fail } = createTestPlatform()
  fail('/zones', { status: 403, code: 'access_denied' })
  const app = createApp({})
  app.use(rewardsPlugin, { ...options, onError })
  const zone = app.runWithContext(() => effectScope().run(() => useZone('terms')))!
  await expect.poll(() => zone.error.value?.code).toBe('access_denied')
  expect(onError.mock.calls.map(([error]) => error.code)).toEqual(['access_denied'])
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})

test.each([
  ['with', true],
  ['without', false],
])('an app that is unmounted hears of no further error, in a version of Vue %s app.onUnmount()', async (_, has) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const onError = vi.fn()
  const { options } = createTestPlatform()
  const isShown = ref(true)
  const part = { render: () => 'Shown' }
  const app = createApp({ render: () => (isShown.value ? h(part) : 'Gone') })
  // Vue 3.5 has added it.
  if (!has) Object.assign(app, { onUnmount: undefined })
  app.use(rewardsPlugin, { ...options, onError })
  const rewards = app.runWithContext(useRewards)
  const root = document.createElement('div')
  app.mount(root)
  // A part of the app that goes does not end it.
  isShown.value = false
  await expect.poll(() => root.textContent).toBe('Gone')
  rewards.report('invalid_argument', 'While it is mounted')
  app.unmount()
  rewards.report('invalid_argument', 'Later')
  await expect.poll(() => warned.mock.calls.length).toBe(1)
  expect(onError.mock.calls.map(([error]) => error.message)).toEqual(['While it is mounted'])
  rewards.destroy()
  warned.mockRestore()
})

test('the apps of a page have one runtime, and without onError the console shows its errors', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform({ domain: 'https://two.brand.com' })
  const [one, other] = [1, 2].map(() => createApp({}).use(rewardsPlugin, options).runWithContext(useRewards))
  expect(one).toBe(other)
  one!.report('invalid_argument', 'A problem of both apps')
  const said = () => warned.mock.calls.filter(([text]) => String(text).includes('A problem of both apps'))
  await expect.poll(said).toHaveLength(1)
  one!.destroy()
  warned.mockRestore()
})

test('the plugin without options says what is missing', () => {
  const install = () => createApp({}).use(rewardsPlugin, undefined as never)
  expect(install).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
})

test('useShare() follows the zone, and its actions change the state', async () => {
  const { options } = createTestPlatform({ zones: { invite: fixtures.share } })
  const rewards = createRewards(options)
  const app = createApp({})
  app.provide(rewardsKey, rewards)
  const scope = effectScope()
  const share = app.runWithContext(() =>
    scope.run(() => {
      const zone = useZone('invite')
      return useShare(() => zone.value.value)
    }),
  )!
  expect(share.value.shareable).toBeUndefined()
  await expect.poll(() => share.value.shareable).toEqual(fixtures.share.shareable)
  share.value.setMessage('Look:')
  expect(share.value.message).toBe('Look:')
  expect(decodeURIComponent(share.value.link('sms')!.href)).toContain('Look: https://share.brand.example/ada')
  scope.stop()
  rewards.destroy()
})

/** Runs hooks as a store does, with a runtime of its own. */
function inStore<Hooks>(given: Parameters<typeof createTestPlatform>[0], use: () => Hooks) {
  const { options } = createTestPlatform(given)
  const rewards = createRewards(options)
  const app = createApp({})
  app.provide(rewardsKey, rewards)
  const scope = effectScope()
  const hooks = app.runWithContext(() => scope.run(use)!)
  const end = () => {
    scope.stop()
    rewards.destroy()
  }
  return { rewards, hooks, end }
}

test('useOffer() shows the code after an address', async () => {
  const zones = { welcome_offer: { ...fixtures.offer, reveal: 'email' } }
  const { rewards, hooks, end } = inStore({ zones }, () => {
    const zone = useZone('welcome_offer')
    return useOffer(() => zone.value.value)
  })
  await expect.poll(() => hooks.value.reward_text).toBe('$20 off your first order')
  expect(hooks.value.coupon_code).toBe('')
  await hooks.value.reveal('grace@example.com')
  await expect.poll(() => hooks.value.needsEmail).toBe(false)
  expect(hooks.value.coupon_code).toBe('FRIEND20')
  expect(rewards.consumer.level).toBe('identified')
  end()
})

test('useForm() says what is wrong, and tracks the event of each form that is sent', async () => {
  const { rewards, hooks, end } = inStore({ zones: { garden_club: fixtures.form } }, () => {
    const zone = useZone('garden_club')
    return useForm(() => zone.value.value)
  })
  await expect.poll(() => hooks.value.headline).toBe('Join the garden club')
  expect(await hooks.value.submit({ email: 'ada' })).toBe(false)
  expect(hooks.value.faults).toEqual({ email: 'wrong_email' })
  expect(await hooks.value.submit({ email: 'ada@example.com' })).toBe(true)
  expect([hooks.value.step, hooks.value.faults]).toEqual(['done', {}])
  // The event has identified the consumer, and the zone is loaded again.
  await expect.poll(() => rewards.consumer.level).toBe('identified')
  await rewards.flush()
  expect(hooks.value.step).toBe('done')
  end()
})

test('useReferrals() has the friends of a verified consumer, and useResource() loads them with a level', async () => {
  const zones = { friends: fixtures.referrals }
  const { rewards, hooks, end } = inStore({ zones, consumer: fixtures.consumer }, () => {
    const zone = useZone('friends')
    return {
      referrals: useReferrals(() => zone.value.value),
      list: useResource(rewards => rewards.referrals.fromMe(), { level: 'verified' }),
    }
  })
  await expect.poll(() => hooks.list.value.value?.length).toBeGreaterThan(0)
  await expect.poll(() => hooks.referrals.value.friends?.length).toBe(hooks.list.value.value?.length)
  expect(rewards.consumer.level).toBe('verified')
  await expect.poll(() => hooks.referrals.value.canRemind).toBe(true)
  end()
})

test('useResource() shows nothing of the former dependency, and ignores its late answer', async () => {
  const answers = new Map<string, (value: string) => void>()
  const id = ref('a')
  const { hooks, end } = inStore({}, () =>
    useResource(() => new Promise<string>(resolve => answers.set(id.value, resolve)), [id]),
  )
  await expect.poll(() => answers.has('a')).toBe(true)
  id.value = 'b'
  await expect.poll(() => answers.has('b')).toBe(true)
  answers.get('b')!('of b')
  await expect.poll(() => hooks.value.value).toBe('of b')
  answers.get('a')!('of a')
  await new Promise(resolve => setTimeout(resolve))
  expect([hooks.value.value, hooks.isLoading.value]).toEqual(['of b', false])
  id.value = 'c'
  await expect.poll(() => answers.has('c')).toBe(true)
  expect([hooks.value.value, hooks.isLoading.value]).toEqual([undefined, true])
  end()
})

test('useShare() loads the link again for other data', async () => {
  const { shareable: _, ...withoutLink } = fixtures.share
  const data = ref<object>({})
  const { rewards, hooks, end } = inStore({ zones: { invite: withoutLink } }, () => {
    const zone = useZone('invite')
    return useShare(() => zone.value.value, data)
  })
  await rewards.identify({ email: 'ada@example.com' })
  await expect.poll(() => hooks.value.shareable).toMatchObject({ key: 'default' })
  data.value = { content: { partner_content_id: 'fern' } }
  await expect.poll(() => hooks.value.shareable).toMatchObject({ key: 'fern' })
  end()
})

test('useForm(), useOffer() and useReferrals() follow the zone that they get', async () => {
  const { referrals } = fixtures.consumer
  const ids = { event_id: 'e-1', campaign_id: 'c-1' }
  const data = { ...fixtures.form, fields: [], reward_text: 'Ten', referrals }
  const zone = ref({ ...ids, name: 'one', data })
  const { hooks, end } = inStore({}, () => ({ form: useForm(zone), offer: useOffer(zone), list: useReferrals(zone) }))
  const { form, offer, list } = hooks
  const all = () => [form.value.headline, form.value.step, offer.value.reward_text, list.value.friends?.length]
  await form.value.submit({})
  expect(all()).toEqual(['Join the garden club', 'done', 'Ten', 2])
  // Another zone with the same content, then other content of the same zone.
  zone.value = { ...ids, name: 'other', data }
  await expect.poll(all).toEqual(['Join the garden club', 'open', 'Ten', 2])
  zone.value = { ...ids, name: 'other', data: { ...data, headline: 'Join', reward_text: 'Two', referrals: [] } }
  await expect.poll(all).toEqual(['Join', 'open', 'Two', 0])
  end()
})

test('reload() of useResource() loads again', async () => {
  let count = 0
  const { hooks, end } = inStore({}, () => useResource(async () => ++count))
  await expect.poll(() => hooks.value.value).toBe(1)
  await hooks.reload()
  expect(hooks.value.value).toBe(2)
  end()
})

test('useResource() follows a ref, also beside a level, below which it loads nothing', async () => {
  const id = ref('a')
  const { hooks, end } = inStore({}, () => ({
    own: useResource(async () => id.value, id),
    friends: useResource(async () => id.value, [id], { level: 'verified' }),
  }))
  for (const each of ['a', 'b']) {
    id.value = each
    await expect.poll(() => hooks.own.value.value).toBe(each)
    await expect.poll(() => hooks.friends.isLoading.value).toBe(false)
    expect(hooks.friends.value.value).toBeUndefined()
  }
  end()
})

test('useResource() loads nothing again for a ref that is not listed, and reads it at the next load', async () => {
  const [id, other] = [ref('a'), ref('x')]
  const load = vi.fn(async () => id.value + other.value)
  const { hooks, end } = inStore({}, () => useResource(load, id))
  await expect.poll(() => hooks.value.value).toBe('ax')
  other.value = 'y'
  await nextTick()
  expect([hooks.value.value, hooks.isLoading.value]).toEqual(['ax', false])
  id.value = 'b'
  await expect.poll(() => hooks.value.value).toBe('by')
  expect(load).toHaveBeenCalledTimes(2)
  end()
})

test('useZone() loads again for other data', async () => {
  const zones = { product: ({ data }: { data: { sku?: unknown } }) => ({ text: String(data.sku) }) }
  const data = ref({ sku: 'fern' })
  const widget = ref<'cta' | 'hero'>('cta')
  const { rewards, hooks, end } = inStore({ zones }, () =>
    useZone('product', () => ({ data: data.value, widget: widget.value })),
  )
  const asked = vi.spyOn(rewards, 'zone')
  await expect.poll(() => hooks.value.value?.data).toEqual({ text: 'fern' })
  data.value = { sku: 'rose' }
  await expect.poll(() => hooks.value.value?.data).toEqual({ text: 'rose' })
  widget.value = 'hero'
  await expect.poll(() => asked.mock.lastCall?.[2]?.widget).toBe('hero')
  end()
})

test('useZone() fails for data that JSON cannot hold, without an exception', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { hooks, end } = inStore({}, () => useZone('product', { data: { total: 10n } }))
  await expect.poll(() => hooks.error.value?.code).toBe('invalid_argument')
  end()
  warned.mockRestore()
})

test('a component without the plugin throws what is missing', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(() => createApp({}).runWithContext(useRewards)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining('rewardsPlugin') }),
  )
  warned.mockRestore()
})

test('useVerification() notices that the consumer is verified', async () => {
  const { hooks, end } = inStore({ consumer: fixtures.consumer }, useVerification)
  await expect.poll(() => hooks.value.step).toBe('verified')
  end()
})

test('useVerification() ends with its scope', async () => {
  const { options } = createTestPlatform({ consumer: fixtures.consumer })
  const rewards = createRewards(options)
  const app = createApp({})
  app.provide(rewardsKey, rewards)
  const scope = effectScope()
  const verification = app.runWithContext(() => scope.run(useVerification)!)
  await expect.poll(() => verification.value.step).toBe('verified')
  scope.stop()
  await rewards.logout()
  expect(verification.value.step).toBe('verified')
  rewards.destroy()
})

test('useVerification() sends the email', async () => {
  const { rewards, hooks, end } = inStore({}, useVerification)
  await expect.poll(() => hooks.value.step).toBe('address')
  await hooks.value.send('ada@example.com')
  await expect.poll(() => hooks.value.step).toBe('sent')
  expect(rewards.consumer.level).toBe('identified')
  end()
})

test.each(
  Object.entries({ useShare, useOffer, useForm, useReferrals }),
)('%s() refuses a plain undefined, which never changes', (name, use) => {
  expect(() => inStore({}, () => use(undefined))).toThrow(`${name}() needs a ref or a getter`)
})

test('useOffer() shows the present zone only, whatever becomes of the one before', async () => {
  const zones = {
    one: { ...fixtures.offer, headline: 'One', reveal: 'email' },
    other: { ...fixtures.offer, headline: 'Other' },
  }
  const name = ref('one')
  const { hooks, end } = inStore({ zones }, () => {
    const zone = useZone(name)
    return useOffer(() => zone.value.value)
  })
  await expect.poll(() => hooks.value.headline).toBe('One')
  const { reveal } = hooks.value
  name.value = 'other'
  await expect.poll(() => hooks.value.headline).toBe('Other')
  await reveal('grace@example.com')
  expect(hooks.value.headline).toBe('Other')
  end()
})

test.each([
  ['useResource()', 'levle', 'level', () => void useResource(async () => 1, { levle: 'verified' } as object)],
  ['useZone()', 'dta', 'data', () => void useZone('terms', { dta: {} } as object)],
])('%s names a misspelt setting in the console', async (where, key, known, hook) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const app = createApp({})
  app.use(rewardsPlugin, options)
  const scope = effectScope()
  app.runWithContext(() => scope.run(hook))
  await expect
    .poll(() => warned.mock.calls.flat())
    .toEqual([
      expect.stringContaining(`${where} has the unknown key "${key}", which is ignored; did you mean "${known}"?`),
    ])
  scope.stop()
  warned.mockRestore()
})

test('useResource() still follows a reactive object', async () => {
  const { options } = createTestPlatform()
  const app = createApp({})
  app.use(rewardsPlugin, options)
  const filter = reactive({ label: 'one' })
  const scope = effectScope()
  const list = app.runWithContext(() => scope.run(() => useResource(async () => filter.label, filter as never)))!
  await expect.poll(() => list.value.value).toBe('one')
  filter.label = 'two'
  await expect.poll(() => list.value.value).toBe('two')
  scope.stop()
})

test('the plugin names a misspelt onError in the console', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform()
  createApp({}).use(rewardsPlugin, { ...options, onEror: () => {} } as typeof options)
  await expect
    .poll(() => warned.mock.calls.flat())
    .toEqual([expect.stringContaining('createRewards() has no option onEror; it is a setting of')])
  warned.mockRestore()
})

test('a zone names a misspelt handler in the console, and passes those of elements', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const ignore = () => {}
  const misspelt = { onVeiwed: ignore, onActoin: ignore, onLaod: ignore, onEror: ignore }
  const attributes = { name: 'terms', ...misspelt, onClick: ignore, onRewardsAction: ignore }
  const app = createApp({ render: () => h(RewardsZone, attributes) })
  app.use(rewardsPlugin, options)
  app.mount(document.createElement('div'))
  await expect
    .poll(() => warned.mock.calls.flat())
    .toEqual([
      expect.stringContaining('RewardsZone has the unknown key "onVeiwed", which is ignored; did you mean "onViewed"?'),
      expect.stringContaining('RewardsZone has the unknown key "onActoin", which is ignored; did you mean "onAction"?'),
      expect.stringContaining('RewardsZone has the unknown key "onLaod", which is ignored; did you mean "onLoad"?'),
      expect.stringContaining('RewardsZone has the unknown key "onEror", which is ignored; did you mean "onError"?'),
    ])
  app.unmount()
  warned.mockRestore()
})

test('a zone calls the handlers of its component', () => {
  const called: string[] = []
  const call = (name: string) => () => void called.push(name)
  const handlers = { onLoad: call('load'), onError: call('error'), onViewed: call('viewed'), onAction: call('action') }
  const app = createApp({ render: () => h(RewardsZone, { name: 'terms', ...handlers }) })
  // Outside of the document, the element does nothing by itself.
  const root = document.createElement('div')
  app.mount(root)
  const zone = root.querySelector('rewards-zone')!
  for (const type of ['load', 'error', 'rewards-viewed', 'rewards-action']) zone.dispatchEvent(new Event(type))
  expect(called).toEqual(['load', 'error', 'viewed', 'action'])
  app.unmount()
})

test('a zone without the plugin is rendered without a warning, and left to the page’s first runtime', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const app = createApp({ render: () => h(RewardsZone, { name: 'terms' }) })
  // Outside of the document, the element does nothing by itself.
  const root = document.createElement('div')
  app.mount(root)
  expect(root.querySelector('rewards-zone')).toMatchObject({ name: 'terms', rewards: undefined })
  expect(warned).not.toHaveBeenCalled()
  app.unmount()
  warned.mockRestore()
})

test('useConsumer() and a zone take over the HTML of a server, which knows nobody', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform()
  const rewards = createRewards(options)
  await rewards.identify({ email: 'ada@example.com' })
  const setup = () => {
    const consumer = useConsumer()
    return () => h('div', [h('p', consumer.value.level), h(RewardsZone, { name: 'terms' })])
  }
  const app = createSSRApp({ setup })
  app.provide(rewardsKey, rewards)
  const root = document.createElement('div')
  root.innerHTML = '<div><p>anonymous</p><rewards-zone name="terms" defer-hydration></rewards-zone></div>'
  app.mount(root)
  await expect.poll(() => root.innerHTML).toBe('<div><p>identified</p><rewards-zone name="terms"></rewards-zone></div>')
  expect(root.querySelector('rewards-zone')!.rewards).toBe(rewards)
  // Vue would warn of a difference to the HTML.
  expect(warned).not.toHaveBeenCalled()
  app.unmount()
  rewards.destroy()
  warned.mockRestore()
})
