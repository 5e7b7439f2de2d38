// @vitest-environment happy-dom
import { createElement, createRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { useForm, useOffer, useReferrals, useShare, useVerification } from '../../frameworks/react/behaviors.js'
import { RewardsProvider } from '../../frameworks/react/rewards-provider.js'
import { RewardsZone, type RewardsZoneProps } from '../../frameworks/react/rewards-zone.js'
import { useConsumer } from '../../frameworks/react/use-consumer.js'
import { useResource } from '../../frameworks/react/use-resource.js'
import { useRewards } from '../../frameworks/react/use-rewards.js'
import { useZone } from '../../frameworks/react/use-zone.js'
import { createRewards, type Data, type Rewards, RewardsError, type Zone } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
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

test('the provider calls the onError of the last rendering, also if the first had none', () => {
  const { options } = createTestPlatform()
  const [first, last] = [vi.fn(), vi.fn()]
  let rewards: Rewards | undefined
  const Child = () => {
    rewards = useRewards()
    return null
  }
  const app = (onError?: () => void) => createElement(RewardsProvider, { options, onError }, createElement(Child))
  const { root } = mount(null)
  for (const onError of [undefined, first, last]) flushSync(() => root.render(app(onError)))
  rewards!.report('invalid_argument', 'A problem')
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([0, 1])
  root.unmount()
})

test('useResource() loads once it needs no higher level', async () => {
  const { options, requests } = createTestPlatform()
  const Profile = ({ level }: { level: 'anonymous' | 'verified' }) => {
    const { isLoading, value } = useResource(rewards => rewards.profile.get(), { level })
    return createElement('p', null, `${isLoading} ${typeof value?.id}`)
  }
  const app = (level: 'anonymous' | 'verified') =>
    createElement(RewardsProvider, { options }, createElement(Profile, { level }))
  const { parent, root } = mount(app('verified'))
  await expect.poll(() => parent.textContent, SOON).toBe('false undefined')
  expect(requests).toEqual([])
  root.render(app('anonymous'))
  await expect.poll(() => parent.textContent, SOON).toBe('false string')
  root.unmount()
})

test('reload() of useResource() loads again', async () => {
  const { options } = createTestPlatform()
  let count = 0
  let reload: (() => Promise<void>) | undefined
  const Count = () => {
    const resource = useResource(async () => ++count)
    reload = resource.reload
    return createElement('p', null, resource.value)
  }
  const { parent, root } = mount(createElement(RewardsProvider, { options }, createElement(Count)))
  await expect.poll(() => parent.textContent, SOON).toBe('1')
  await reload!()
  await expect.poll(() => parent.textContent, SOON).toBe('2')
  root.unmount()
})

test('useZone() loads again for other data or another name, and not for a new object with the same data', async () => {
  const zones = { product: ({ data }: { data: Data }) => ({ sku: data.sku }), rules: { sku: 'none' } }
  const { options, requests } = createTestPlatform({ zones })
  const Product = ({ sku, name }: { sku: string; name: string }) =>
    createElement('p', null, useZone<{ sku: string }>(name, { data: { sku } }).value?.data?.sku)
  const app = (sku: string, name = 'product') =>
    createElement(RewardsProvider, { options }, createElement(Product, { sku, name }))
  const { parent, root } = mount(app('fern'))
  await expect.poll(() => parent.textContent, SOON).toBe('fern')
  flushSync(() => root.render(app('fern')))
  root.render(app('moss'))
  await expect.poll(() => parent.textContent, SOON).toBe('moss')
  root.render(app('moss', 'rules'))
  await expect.poll(() => parent.textContent, SOON).toBe('none')
  expect(requests.map(({ body }) => Object(body).data.sku)).toEqual(['fern', 'moss', 'moss'])
  root.unmount()
})

test('useZone() loads again for another widget', async () => {
  const rewards = createRewards(createTestPlatform({ zones: { terms: { text: 'Give 20' } } }).options)
  const asked = vi.spyOn(rewards, 'zone')
  const Terms = ({ widget }: { widget: 'cta' | 'hero' }) =>
    createElement('p', null, `${useZone('terms', { widget }).isLoading}`)
  const app = (widget: 'cta' | 'hero') => createElement(RewardsProvider, { rewards }, createElement(Terms, { widget }))
  const { parent, root } = mount(app('cta'))
  await expect.poll(() => parent.textContent, SOON).toBe('false')
  root.render(app('hero'))
  await expect.poll(() => asked.mock.calls.map(([, , options]) => options?.widget), SOON).toEqual(['cta', 'hero'])
  root.unmount()
  rewards.destroy()
})

test('useZone() fails for data that JSON cannot hold, and the component stays', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform()
  const Product = () => createElement('p', null, useZone('product', { data: { total: 10n } }).error?.code)
  const { parent, root } = mount(createElement(RewardsProvider, { options }, createElement(Product)))
  await expect.poll(() => parent.textContent, SOON).toBe('invalid_argument')
  root.unmount()
  warned.mockRestore()
})

test('a server renders an anonymous consumer, and a zone that waits until it is hydrated', async () => {
  const rewards = createRewards(createTestPlatform().options)
  await rewards.identify({ email: 'ada@example.com' })
  const Level = () => createElement('p', null, useConsumer().level)
  const children = [
    createElement(Level, { key: 1 }),
    createElement(RewardsZone, { key: 2, name: 'terms', className: 'wide', data: [1], theme: {}, messages: {} }),
  ]
  expect(renderToString(createElement(RewardsProvider, { rewards, children }))).toBe(
    '<p>anonymous</p><rewards-zone name="terms" class="wide" data="[1]" theme="{}" messages="{}" defer-hydration=""></rewards-zone>',
  )
  rewards.destroy()
})

test('a server renders that hooks are loading, and requests nothing', () => {
  const { options, requests } = createTestPlatform()
  const rewards = createRewards(options)
  const Terms = () => createElement('p', null, `${useZone('terms').isLoading}`)
  const Profile = () => createElement('p', null, `${useResource(({ profile }) => profile.get()).isLoading}`)
  const children = [createElement(Terms, { key: 1 }), createElement(Profile, { key: 2 })]
  expect(renderToString(createElement(RewardsProvider, { rewards, children }))).toBe('<p>true</p><p>true</p>')
  expect(requests).toEqual([])
  rewards.destroy()
})

test('useConsumer() follows each change of the level by itself', async () => {
  const rewards = createRewards(createTestPlatform().options)
  const Level = () => createElement('p', null, useConsumer().level)
  const { parent, root } = mount(createElement(RewardsProvider, { rewards }, createElement(Level)))
  await expect.poll(() => parent.textContent, SOON).toBe('anonymous')
  await rewards.identify({ email: 'ada@example.com' })
  await expect.poll(() => parent.textContent, SOON).toBe('identified')
  await rewards.logout()
  await expect.poll(() => parent.textContent, SOON).toBe('anonymous')
  root.unmount()
  rewards.destroy()
})

test('onError and useConsumer() follow the runtime that the provider gets', async () => {
  const runtimes = [1, 2].map(() => createRewards(createTestPlatform().options))
  await runtimes[1]!.identify({ email: 'ada@example.com' })
  const onError = vi.fn()
  const Level = () => createElement('p', null, useConsumer().level)
  const app = (rewards: Rewards) => createElement(RewardsProvider, { rewards, onError }, createElement(Level))
  const { parent, root } = mount(null)
  for (const rewards of runtimes) flushSync(() => root.render(app(rewards)))
  await expect.poll(() => parent.textContent, SOON).toBe('identified')
  for (const [index, rewards] of runtimes.entries()) rewards.report('invalid_argument', `Problem ${index}`)
  expect(onError.mock.calls.map(([error]) => error.message)).toEqual(['Problem 1'])
  root.unmount()
  for (const rewards of runtimes) rewards.destroy()
})

test('hooks, behaviors and zones follow the runtime that the provider gets, and the domain of its options', async () => {
  const platforms = [undefined, fixtures.consumer].map((consumer = {}, index) =>
    createTestPlatform({ zones: { terms: { text: `Terms ${index}` } }, consumer }),
  )
  const runtimes = platforms.map(({ options }) => createRewards(options))
  await runtimes[1]!.recognize()
  const Shown = () => {
    const zone = useZone<{ text: string }>('terms')
    const loaded = useResource(async rewards => rewards.domain)
    return createElement('p', null, `${zone.value?.data?.text} ${useVerification().step} ${loaded.value}`)
  }
  const children = [createElement(Shown, { key: 1 }), createElement(RewardsZone, { key: 2, name: 'terms' })]
  const app = (rewards: Rewards) => createElement(RewardsProvider, { rewards, children })
  const { parent, root } = mount(null)
  for (const [index, step] of ['address', 'verified'].entries()) {
    root.render(app(runtimes[index]!))
    const { domain } = runtimes[index]!
    await expect.poll(() => parent.querySelector('p')?.textContent, SOON).toBe(`Terms ${index} ${step} ${domain}`)
    expect(parent.querySelector('rewards-zone')!.rewards).toBe(runtimes[index])
  }
  for (const runtime of runtimes) runtime.destroy()
  for (const { options, domain } of platforms) {
    root.render(createElement(RewardsProvider, { options, children }))
    await expect.poll(() => parent.querySelector('p')?.textContent, SOON).toContain(domain)
    parent.querySelector('rewards-zone')!.rewards!.destroy()
  }
  root.unmount()
})

/** The answer of the platform for a zone. */
const zoneOf = (name: string, data: unknown): Zone => ({ name, data, event_id: 'e-1', campaign_id: 'c-1' })

test('useForm(), useOffer() and useReferrals() follow the zone that they get, and keep their state for the same content', async () => {
  const rewards = createRewards(createTestPlatform().options)
  const used: { form: ReturnType<typeof useForm>; offer: ReturnType<typeof useOffer>; friends?: number | undefined }[] =
    []
  const Child = ({ name, data }: { name: string; data: { form: object; offer: object; friends: object } }) => {
    const form = useForm(zoneOf(name, data.form))
    const offer = useOffer(zoneOf('welcome_offer', data.offer))
    used.push({ form, offer, friends: useReferrals(zoneOf('friends', data.friends)).friends?.length })
    return null
  }
  const data = {
    form: { ...fixtures.form, fields: [] },
    offer: { ...fixtures.offer, reveal: 'email' },
    friends: { ...fixtures.referrals, referrals: fixtures.consumer.referrals },
  }
  const { root } = mount(null)
  const show = (name: string, shown: typeof data) =>
    flushSync(() =>
      root.render(
        createElement(RewardsProvider, { rewards }, createElement(Child, { name, data: structuredClone(shown) })),
      ),
    )
  const last = () => {
    const { form, offer, friends } = used.at(-1)!
    return [form.headline, form.step, offer.headline, offer.needsEmail, friends]
  }
  show('one', data)
  expect(last()).toEqual(['Join the garden club', 'open', 'A gift from a friend', true, 2])
  await used.at(-1)!.form.submit({})
  await used.at(-1)!.offer.reveal('grace@example.com')
  const { reveal } = used.at(-1)!.offer
  show('one', data)
  expect(last()).toEqual(['Join the garden club', 'done', 'A gift from a friend', false, 2])
  expect(used.at(-1)!.offer.reveal).toBe(reveal)
  show('other', {
    ...data,
    form: { ...data.form, headline: 'Join' },
    offer: { ...data.offer, headline: 'Other' },
    friends: { ...data.friends, referrals: [] },
  })
  expect(last()).toEqual(['Join', 'open', 'Other', false, 0])
  root.unmount()
  rewards.destroy()
})

test('useShare() loads the link again for other data', async () => {
  const { shareable: _, ...content } = fixtures.share
  const rewards = createRewards(createTestPlatform().options)
  await rewards.identify({ email: 'ada@example.com' })
  const Link = ({ id }: { id: string }) => {
    const share = useShare(zoneOf('invite', content), { content: { partner_content_id: id } })
    return createElement('p', null, String(Object(share.shareable).key))
  }
  const { parent, root } = mount(null)
  for (const id of ['fern', 'moss']) {
    root.render(createElement(RewardsProvider, { rewards }, createElement(Link, { id })))
    await expect.poll(() => parent.textContent, SOON).toBe(id)
  }
  root.unmount()
  rewards.destroy()
})

test('a zone calls the functions of the last rendering', () => {
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const called: string[] = []
  const app = (rendering: string) => {
    const call = (name: string) => () => called.push(`${name} ${rendering}`)
    const props = {
      onZoneLoad: call('load'),
      onZoneError: call('error'),
      onViewed: call('viewed'),
      onAction: call('action'),
    }
    return createElement(RewardsProvider, { options }, createElement(RewardsZone, { name: 'terms', ...props }))
  }
  const { parent, root } = mount(null)
  for (const rendering of ['first', 'last']) flushSync(() => root.render(app(rendering)))
  const zone = parent.querySelector('rewards-zone')!
  for (const type of ['load', 'error', 'rewards-viewed', 'rewards-action']) zone.dispatchEvent(new Event(type))
  expect(called).toEqual(['load last', 'error last', 'viewed last', 'action last'])
  root.unmount()
})

test('a hook without a provider says what is missing', () => {
  const errors: unknown[] = []
  const Child = () => {
    try {
      useRewards()
    } catch (error) {
      errors.push(error)
    }
    return null
  }
  const { root } = mount(null)
  flushSync(() => root.render(createElement(Child)))
  expect(errors[0]).toMatchObject({
    name: 'RewardsError',
    code: 'invalid_argument',
    message: expect.stringMatching(/^This component needs a <RewardsProvider> above it/),
  })
  root.unmount()
})

test('a zone without a provider is rendered, and left to the page’s first runtime', () => {
  const { parent, root } = mount(null)
  flushSync(() => root.render(createElement(RewardsZone, { name: 'terms' })))
  expect(parent.querySelector('rewards-zone')).toMatchObject({ name: 'terms', rewards: undefined })
  root.unmount()
})

test('the nearest provider decides, and its runtime may be destroyed', async () => {
  const [outer, inner] = [createTestPlatform(), createTestPlatform()]
  const runtimes: Rewards[] = []
  const ref = createRef<HTMLElementTagNameMap['rewards-zone']>()
  const Child = () => {
    runtimes.push(useRewards())
    const { value, error, isLoading } = useResource(rewards => rewards.profile.get())
    return createElement('p', null, `${value?.id} ${error?.code} ${isLoading}`)
  }
  const app = createElement(
    RewardsProvider,
    { options: outer.options },
    createElement(
      RewardsProvider,
      { options: inner.options },
      createElement(Child),
      createElement(RewardsZone, { name: 'terms', ref }),
    ),
  )
  const { parent, root } = mount(app)
  await expect.poll(() => parent.textContent, SOON).toMatch(/^person-\d+ undefined false$/)
  expect([runtimes[0]!.domain, outer.requests]).toEqual([inner.domain, []])
  expect(parent.querySelector('rewards-zone')!.rewards).toBe(runtimes[0])
  expect(ref.current).toBe(parent.querySelector('rewards-zone'))
  runtimes[0]!.destroy()
  root.unmount()
})

test('useResource() shows nothing of the former dependency, and ignores its late answer', async () => {
  const { options } = createTestPlatform()
  const answers = new Map<string, (value: string) => void>()
  const shown: string[] = []
  const Item = ({ id }: { id: string }) => {
    const load = () => new Promise<string>(resolve => answers.set(id, resolve))
    const { value, isLoading } = useResource(load, [id])
    shown.push(`${id} ${value} ${isLoading}`)
    return null
  }
  const app = (id: string) => createElement(RewardsProvider, { options }, createElement(Item, { id }))
  const { root } = mount(app('a'))
  await expect.poll(() => answers.has('a'), SOON).toBe(true)
  flushSync(() => root.render(app('b')))
  await expect.poll(() => answers.has('b'), SOON).toBe(true)
  answers.get('b')!('of b')
  answers.get('a')!('of a')
  await expect.poll(() => shown.at(-1), SOON).toBe('b of b false')
  expect(shown.filter(each => each.startsWith('b ')).join()).not.toContain('of a')

  // A value that was loaded disappears, too.
  flushSync(() => root.render(app('c')))
  expect(shown.at(-1)).toBe('c undefined true')
  root.unmount()
})

test.each(['onLoad', 'onError'])('a zone does not call %s, and says so', async name => {
  const { options } = createTestPlatform({ zones: { terms: { widget: 'offer', headline: 'Give 20' } } })
  const rewards = createRewards(options)
  const reported = vi.spyOn(rewards, 'report').mockImplementation(() => new RewardsError('unknown_key', ''))
  const listener = vi.fn()
  const props = { name: 'terms', [name]: listener, onViewed: () => {} }
  const { parent, root } = mount(
    createElement(RewardsProvider, { rewards }, createElement(RewardsZone, props as RewardsZoneProps)),
  )
  await expect
    .poll(() => reported.mock.calls, SOON)
    .toEqual([['unknown_key', expect.stringContaining(`does not call ${name};`)]])
  for (const type of ['load', 'error']) parent.querySelector('rewards-zone')!.dispatchEvent(new Event(type))
  expect(listener).not.toHaveBeenCalled()
  root.unmount()
  rewards.destroy()
})

test.each([
  ['useResource()', 'levle', 'level', () => void useResource(async () => 1, { levle: 'verified' } as object)],
  ['useZone()', 'dta', 'data', () => void useZone('terms', { dta: {} } as object)],
])('%s names a misspelt setting in the console', async (where, key, known, hook) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const Child = () => {
    hook()
    return null
  }
  const { root } = mount(createElement(RewardsProvider, { options }, createElement(Child)))
  await expect
    .poll(() => warned.mock.calls.flat(), SOON)
    .toEqual([
      expect.stringContaining(`${where} has the unknown key "${key}", which is ignored; did you mean "${known}"?`),
    ])
  root.unmount()
  warned.mockRestore()
})

test('the provider and a zone name a misspelt prop in the console, and pass the attributes of elements', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform({ zones: { terms: { widget: 'offer', headline: 'Give 20' } } })
  const provider = { options, onEror: () => {} }
  const ignore = () => {}
  const misspelt = { onActoin: ignore, onZoneEror: ignore, onZoneLaod: ignore, onview: ignore }
  const zone = { name: 'terms', ...misspelt, onClick: ignore, id: 'terms' }
  const { root } = mount(createElement(RewardsProvider, provider, createElement(RewardsZone, zone as RewardsZoneProps)))
  await expect
    .poll(() => warned.mock.calls.flat().sort(), SOON)
    .toEqual([
      expect.stringContaining(
        'RewardsProvider has the unknown key "onEror", which is ignored; did you mean "onError"?',
      ),
      expect.stringContaining('RewardsZone has the unknown key "onActoin", which is ignored; did you mean "onAction"?'),
      expect.stringContaining(
        'RewardsZone has the unknown key "onZoneEror", which is ignored; did you mean "onZoneError"?',
      ),
      expect.stringContaining(
        'RewardsZone has the unknown key "onZoneLaod", which is ignored; did you mean "onZoneLoad"?',
      ),
      expect.stringContaining('RewardsZone has the unknown key "onview", which is ignored; did you mean "onViewed"?'),
    ])
  root.unmount()
  warned.mockRestore()
})

test('a second provider says which of its options have no effect', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { options } = createTestPlatform({ domain: 'https://two.brand.com' })
  const app = (second: object) =>
    createElement(
      'div',
      null,
      createElement(RewardsProvider, { options: { ...options, jwt: () => null } }),
      createElement(RewardsProvider, { options: { ...options, ...second } }),
    )
  const same = mount(app({ jwt: () => null }))
  const more = { carrier: 'query', vendor: 'brand', cookieDomain: '.brand.com', tokenDuration: 60 }
  const { root } = mount(app({ consent: 'denied', ...more }))
  const lines = () => warned.mock.calls.map(([line]) => String(line))
  await expect.poll(lines, SOON).toHaveLength(1)
  expect(lines()[0]).toContain(
    'Ignored: consent (denied; in force: program), carrier (query; in force: auto), vendor (brand; in force: svc), cookieDomain (.brand.com; in force: not set), tokenDuration (60; in force: not set), jwt (not set; in force: set).',
  )
  for (const each of [root, same.root]) each.unmount()
  warned.mockRestore()
})
