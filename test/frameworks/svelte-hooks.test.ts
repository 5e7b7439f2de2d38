// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { flushSync, mount, unmount } from 'svelte'
import { compile } from 'svelte/compiler'
import { SvelteMap } from 'svelte/reactivity'
import { expect, test, vi } from 'vitest'
import { useForm, useOffer, useReferrals, useShare, useVerification } from '../../frameworks/svelte/behaviors.js'
import { provideRewards } from '../../frameworks/svelte/rewards-context.js'
import { useConsumer } from '../../frameworks/svelte/use-consumer.js'
import { useResource } from '../../frameworks/svelte/use-resource.js'
import { useZone } from '../../frameworks/svelte/use-zone.js'
import { createRewards, RewardsError } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import '../../widgets/index.js'

// In Node, `svelte` is its build for servers.
vi.mock('svelte', () => vi.importActual('../../node_modules/svelte/src/index-client.js'))
vi.mock('svelte/reactivity', () => vi.importActual('../../node_modules/svelte/src/reactivity/index-client.js'))

/** Compiles a component. Its imports of this package are what a test has put into the global `ofPackage`. */
async function componentOf(source: string) {
  const { js } = compile(source, { generate: 'client' })
  const code = js.code
    .replaceAll(/'(svelte\/[\w/-]+)'/g, (_, name) => `'${import.meta.resolve(name)}'`)
    .replace("import 'rewards-web-sdk/widgets'", '')
    .replace(/import ({.*}) from '.\/svelte-zone.js'/, 'const $1 = globalThis.ofPackage')
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)).default
}

/** Mounts a component that calls `setup` in its script, and shows the text of the function that `setup` returns. */
async function mountWith(setup: () => () => string) {
  const component = await componentOf(
    '<script>const { setup } = $props(); const read = setup()</script><p>{read()}</p>',
  )
  const target = document.body.appendChild(document.createElement('div'))
  return { target, component: mount(component, { target, props: { setup } }) }
}

test('provideRewards() passes each error of the runtime to onError while its component exists, and the console shows none', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const onError = vi.fn()
  const { options, fail } = createTestPlatform()
  fail('/zones', { status: 403, code: 'access_denied' })
  let rewards: ReturnType<typeof provideRewards> | undefined
  const { target, component } = await mountWith(() => {
    rewards = provideRewards({ ...options, onError })
    const zone = useZone('terms')
    return () => String(zone.error?.code)
  })
  await expect.poll(() => target.textContent).toBe('access_denied')
  expect(onError.mock.calls.map(([error]) => error.code)).toEqual(['access_denied'])
  expect(warned).not.toHaveBeenCalled()
  await unmount(component)
  rewards!.report('access_denied', 'Later')
  await expect.poll(() => warned.mock.calls.length).toBe(1)
  expect(onError).toHaveBeenCalledOnce()
  rewards!.destroy()
  warned.mockRestore()
})

test('useResource() takes a level in the place of its dependencies, and beside them', async () => {
  const { options, requests } = createTestPlatform()
  const { target, component } = await mountWith(() => {
    const rewards = provideRewards(options)
    // A page has one runtime.
    expect(provideRewards(options)).toBe(rewards)
    const one = useResource(rewards => rewards.referrals.fromMe(), { level: 'verified' })
    const other = useResource(
      rewards => rewards.referrals.toMe(),
      () => 1,
      { level: 'verified' },
    )
    return () => `${one.isLoading || other.isLoading} ${one.error} ${one.value} ${other.value}`
  })
  await expect.poll(() => target.textContent).toBe('false undefined undefined undefined')
  expect(requests).toEqual([])
  await unmount(component)
})

test('provideRewards() takes a runtime whose class is that of another window', async () => {
  const { options } = createTestPlatform()
  const own = createRewards(options)
  // Each call goes to the runtime, and none of the classes of this window is its own.
  const foreign = new Proxy(own, { getPrototypeOf: () => null })
  expect(foreign).not.toBeInstanceOf(EventTarget)
  const { target, component } = await mountWith(() => {
    const used = provideRewards(foreign)
    return () => String(used === foreign)
  })
  expect(target.textContent).toBe('true')
  await unmount(component)
  own.destroy()
})

test('what no template and no effect reads is not loaded', async () => {
  const { options, requests } = createTestPlatform({ zones: { terms: { text: 'Give 20' }, rules: { text: 'Once' } } })
  let rewards: ReturnType<typeof provideRewards> | undefined
  const { target, component } = await mountWith(() => {
    rewards = provideRewards(options)
    useResource(({ profile }) => profile.get())
    useZone('terms')
    const zone = useZone<{ text: string }>('rules')
    return () => `${zone.value?.data?.text}`
  })
  await expect.poll(() => target.textContent).toBe('Once')
  await rewards!.flush()
  expect(requests.map(({ body }) => Object(body).event_name)).toEqual(['rules'])
  await unmount(component)
})

test('provideRewards() without options says what is missing', async () => {
  const setup = () => {
    provideRewards(undefined as never)
    return () => ''
  }
  await expect(mountWith(setup)).rejects.toMatchObject({ code: 'invalid_argument' })
})

test('a hook without provideRewards() says what is missing', async () => {
  const setup = () => {
    useConsumer()
    return () => ''
  }
  const message = expect.stringContaining('provideRewards({ domain })')
  await expect(mountWith(setup)).rejects.toMatchObject({ code: 'invalid_argument', message })
})

test('useShare() follows the zone, and its actions change the state', async () => {
  const { options } = createTestPlatform({ zones: { invite: fixtures.share } })
  let share: ReturnType<typeof useShare> | undefined
  const { target, component } = await mountWith(() => {
    provideRewards(options)
    const zone = useZone('invite')
    const own = useShare(() => zone.value)
    share = own
    return () => `${own.current.headline}: ${own.current.shareable?.link} ${own.current.message}`
  })
  await expect.poll(() => target.textContent).toContain('Give 20, get 20: https://share.brand.example/ada')
  share!.current.setMessage('Look:')
  await expect.poll(() => target.textContent).toContain('ada Look:')
  await unmount(component)
})

test('useZone() loads again for another name', async () => {
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' }, rules: { text: 'Once a year' } } })
  const chosen = new SvelteMap([['name', 'terms']])
  const { target, component } = await mountWith(() => {
    provideRewards(options)
    const zone = useZone<{ text: string }>(() => chosen.get('name')!)
    return () => `${zone.value?.data?.text}`
  })
  await expect.poll(() => target.textContent).toBe('Give 20')
  chosen.set('name', 'rules')
  await expect.poll(() => target.textContent).toBe('Once a year')
  await unmount(component)
})

test('useResource() loads again by reload(), and when what its function uses changes', async () => {
  let count = 0
  const chosen = new SvelteMap([['id', 'a']])
  let reload: (() => Promise<void>) | undefined
  const { target, component } = await mountWith(() => {
    provideRewards(createTestPlatform().options)
    const resource = useResource(
      async () => ++count,
      () => chosen.get('id'),
    )
    reload = resource.reload
    return () => String(resource.value)
  })
  await expect.poll(() => target.textContent).toBe('1')
  await reload!()
  await expect.poll(() => target.textContent).toBe('2')
  flushSync(() => chosen.set('id', 'b'))
  // It is not the value of the former id.
  expect(target.textContent).toBe('undefined')
  await expect.poll(() => target.textContent).toBe('3')
  await unmount(component)
})

test('useZone() and useShare() load again for other data', async () => {
  const { shareable: _, ...withoutLink } = fixtures.share
  const { options } = createTestPlatform({
    zones: { product: ({ data }) => ({ text: String(data.sku) }), invite: withoutLink },
    consumer: fixtures.consumer,
  })
  const chosen = new SvelteMap([
    ['sku', 'fern'],
    ['widget', 'cta'],
  ])
  let asked: { mock: { lastCall?: unknown } } | undefined
  const { target, component } = await mountWith(() => {
    const rewards = provideRewards(options)
    asked = vi.spyOn(rewards, 'zone')
    const zone = useZone<{ text: string }>('product', () => ({
      data: { sku: chosen.get('sku') },
      widget: chosen.get('widget') as 'cta',
    }))
    const invitation = useZone('invite')
    const share = useShare(
      () => invitation.value,
      () => ({ content: { partner_content_id: chosen.get('sku') } }),
    )
    return () => `${zone.value?.data?.text} ${Object(share.current.shareable).key}`
  })
  await expect.poll(() => target.textContent).toBe('fern fern')
  chosen.set('sku', 'rose')
  await expect.poll(() => target.textContent).toBe('rose rose')
  chosen.set('widget', 'hero')
  await expect.poll(() => asked?.mock.lastCall).toMatchObject(['product', {}, { widget: 'hero' }])
  await unmount(component)
})

test.each<[string, () => unknown]>([
  ['a BigInt', () => 10n],
  [
    'a cycle',
    () => {
      const cycle: Record<string, unknown> = {}
      cycle.self = cycle
      return cycle
    },
  ],
])('useResource() and useZone() throw no exception for %s', async (_, total) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform()
  const { target, component } = await mountWith(() => {
    provideRewards(options)
    const resource = useResource(async () => 'loaded', total)
    const zone = useZone('product', () => ({ data: { total: total() } }))
    return () => `${resource.value} ${zone.error?.code}`
  })
  await expect.poll(() => target.textContent).toBe('loaded invalid_argument')
  await unmount(component)
  warned.mockRestore()
})

test('useOffer() shows the code after an address, and useConsumer() follows the level', async () => {
  const { options } = createTestPlatform({ zones: { welcome_offer: { ...fixtures.offer, reveal: 'email' } } })
  let offer: ReturnType<typeof useOffer> | undefined
  const { target, component } = await mountWith(() => {
    provideRewards(options)
    const consumer = useConsumer()
    const zone = useZone('welcome_offer')
    const own = useOffer(() => zone.value)
    offer = own
    return () => `${consumer.current.level} ${own.current.reward_text} ${own.current.coupon_code}`
  })
  await expect.poll(() => target.textContent).toBe('anonymous $20 off your first order ')
  await offer!.current.reveal('grace@example.com')
  await expect.poll(() => target.textContent).toBe('identified $20 off your first order FRIEND20')
  await unmount(component)
})

test('useConsumer() knows the consumer in the first rendering, and follows each change of the level', async () => {
  const rewards = createRewards(createTestPlatform().options)
  await rewards.identify({ email: 'ada@example.com' })
  const levels: string[] = []
  const { target, component } = await mountWith(() => {
    provideRewards(rewards)
    const consumer = useConsumer()
    return () => {
      const { level } = consumer.current
      levels.push(level)
      return level
    }
  })
  await rewards.logout()
  await expect.poll(() => target.textContent).toBe('anonymous')
  await rewards.identify({ email: 'ada@example.com' })
  await expect.poll(() => target.textContent).toBe('identified')
  expect(levels).toEqual(['identified', 'anonymous', 'identified'])
  await unmount(component)
  rewards.destroy()
})

test('useForm() tracks the event', async () => {
  const { options, events } = createTestPlatform({ zones: { garden_club: fixtures.form } })
  let form: ReturnType<typeof useForm> | undefined
  let rewards: ReturnType<typeof provideRewards> | undefined
  const { target, component } = await mountWith(() => {
    rewards = provideRewards(options)
    const zone = useZone('garden_club')
    const own = useForm(() => zone.value)
    form = own
    return () => `${own.current.headline} ${own.current.step}`
  })
  await expect.poll(() => target.textContent).toBe('Join the garden club open')
  await form!.current.submit({ email: 'ada@example.com' })
  await expect.poll(() => target.textContent).toBe('Join the garden club done')
  await rewards!.flush()
  await expect.poll(() => rewards!.consumer.level).toBe('identified')
  await expect.poll(() => target.textContent).toBe('Join the garden club done')
  expect(events.filter(({ name }) => name === 'registration')).toMatchObject([{ data: { email: 'ada@example.com' } }])
  await unmount(component)
})

test('useForm(), useOffer() and useReferrals() follow the zone that they get', async () => {
  const { referrals } = fixtures.consumer
  const ids = { event_id: 'e-1', campaign_id: 'c-1' }
  const data = { ...fixtures.form, fields: [], reward_text: 'Ten', referrals }
  const zones = new SvelteMap([['zone', { ...ids, name: 'one', data }]])
  let form: ReturnType<typeof useForm> | undefined
  const { target, component } = await mountWith(() => {
    provideRewards(createTestPlatform().options)
    const zone = () => zones.get('zone')
    const [own, offer, list] = [useForm(zone), useOffer(zone), useReferrals(zone)]
    form = own
    return () => {
      const { headline, step } = own.current
      return `${headline} ${step} ${offer.current.reward_text} ${list.current.friends?.length}`
    }
  })
  await form!.current.submit({})
  await expect.poll(() => target.textContent).toBe('Join the garden club done Ten 2')
  // Another zone with the same content, then other content of the same zone.
  zones.set('zone', { ...ids, name: 'other', data })
  await expect.poll(() => target.textContent).toBe('Join the garden club open Ten 2')
  zones.set('zone', { ...ids, name: 'other', data: { ...data, headline: 'Join', reward_text: 'Two', referrals: [] } })
  await expect.poll(() => target.textContent).toBe('Join open Two 0')
  await unmount(component)
})

test('useReferrals() has the friends of a verified consumer', async () => {
  const { options } = createTestPlatform({ zones: { friends: fixtures.referrals }, consumer: fixtures.consumer })
  const { target, component } = await mountWith(() => {
    const rewards = provideRewards(options)
    rewards.recognize()
    const zone = useZone('friends')
    const own = useReferrals(() => zone.value)
    return () => `${own.current.friends?.map(({ first_name }) => first_name)} ${own.current.canRemind}`
  })
  await expect.poll(() => target.textContent).toMatch(/Grace.* true/)
  await unmount(component)
})

test('useVerification() sends the email, and notices that the consumer is verified', async () => {
  const { options, verify } = createTestPlatform()
  let verification: ReturnType<typeof useVerification> | undefined
  let rewards: ReturnType<typeof provideRewards> | undefined
  const { target, component } = await mountWith(() => {
    rewards = provideRewards(options)
    const own = useVerification()
    verification = own
    return () => own.current.step
  })
  await expect.poll(() => target.textContent).toBe('address')
  await verification!.current.send('ada@example.com')
  await expect.poll(() => target.textContent).toBe('sent')
  verify()
  await rewards!.recognize()
  await expect.poll(() => target.textContent).toBe('verified')
  await unmount(component)
})

test.each(
  Object.entries({ useShare, useOffer, useForm, useReferrals }),
)('%s() refuses a value in the place of the function', async (name, use) => {
  const setup = () => {
    provideRewards(createTestPlatform().options)
    const own = use(undefined as never)
    return () => String(own.current)
  }
  await expect(mountWith(setup)).rejects.toThrow(`${name}() needs a function`)
})

test('a zone has the runtime of the component above, passes its settings on, calls its handlers, and names misspelt ones', async () => {
  vi.stubGlobal('ofPackage', await import('../../frameworks/svelte/svelte-zone.js'))
  const Zone = await componentOf(readFileSync('frameworks/svelte/RewardsZone.svelte', 'utf8'))
  const App = await componentOf(
    '<script>const { setup, Zone } = $props(); const own = setup()</script><Zone {...own} />',
  )
  const rewards = createRewards(createTestPlatform().options)
  const reported = vi.spyOn(rewards, 'report').mockReturnValue(new RewardsError('unknown_key', ''))
  const called: string[] = []
  const call = (name: string) => () => called.push(name)
  const handlers = { onload: call('load'), onerror: call('error'), onviewed: call('viewed'), onaction: call('action') }
  const ignore = call('misspelt')
  const misspelt = { onveiwed: ignore, onactoin: ignore, onlaod: ignore, oneror: ignore }
  const objects = { data: { sku: 'fern' }, theme: { accent: '#123' }, messages: { share: 'Tell' } }
  const setup = () => {
    provideRewards(rewards)
    return { name: 'terms', class: 'wide', ...objects, ...handlers, ...misspelt }
  }
  // Outside of the document, the element does nothing by itself.
  const target = document.createElement('div')
  const component = mount(App, { target, props: { setup, Zone } })
  const zone = target.querySelector('rewards-zone')!
  await expect.poll(() => zone.rewards).toBe(rewards)
  await expect.poll(() => zone.getAttribute('defer-hydration')).toBeNull()
  expect(zone).toMatchObject({ name: 'terms', className: 'wide', ...objects })
  for (const type of ['load', 'error', 'rewards-viewed', 'rewards-action']) zone.dispatchEvent(new Event(type))
  expect(called).toEqual(['load', 'error', 'viewed', 'action'])
  await expect
    .poll(() => reported.mock.calls)
    .toEqual(
      Object.entries({ onveiwed: 'onviewed', onactoin: 'onaction', onlaod: 'onload', oneror: 'onerror' }).map(
        ([given, meant]) => [
          'unknown_key',
          expect.stringContaining(`the unknown key "${given}", which is ignored; did you mean "${meant}"?`),
        ],
      ),
    )
  await unmount(component)
  // Without a component above, the zone is left to the page’s first runtime.
  const alone = mount(Zone, { target: document.createElement('div'), props: { name: 'terms' } })
  flushSync()
  await unmount(alone)
  rewards.destroy()
  vi.unstubAllGlobals()
})

test('the hooks and provideRewards() name misspelt settings in the console', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const { target, component } = await mountWith(() => {
    provideRewards({ ...options, onEror: () => {} } as typeof options)
    const zone = useZone('terms', { dta: {} } as object)
    const list = useResource(async () => 1, { levle: 'verified' } as object)
    return () => `${zone.isLoading} ${list.value}`
  })
  await expect.poll(() => target.textContent).toBe('false 1')
  await expect
    .poll(() => warned.mock.calls.flat().sort())
    .toEqual([
      expect.stringContaining('createRewards() has no option onEror; it is a setting of'),
      expect.stringContaining('useResource() has the unknown key "levle", which is ignored; did you mean "level"?'),
      expect.stringContaining('useZone() has the unknown key "dta", which is ignored; did you mean "data"?'),
    ])
  await unmount(component)
  warned.mockRestore()
})
