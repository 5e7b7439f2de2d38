// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { createRewards, type Rewards } from '../../src/index.js'
import { createTestPlatform, fixtures, type TestPlatformOptions } from '../../testing/index.js'
import '../../widgets/index.js'
import { SOON } from '../soon.js'

const runtimes: Rewards[] = []

/** A test platform, and a runtime on the page that uses it, as in a test of a host. */
function open(options: TestPlatformOptions = {}) {
  const platform = createTestPlatform(options)
  const rewards = createRewards(platform.options)
  runtimes.push(rewards)
  return { platform, rewards }
}

/** A zone that uses this runtime, or else the page's. */
function place(name: string, rewards?: Rewards) {
  const zone = Object.assign(document.createElement('rewards-zone'), { name, rewards })
  document.body.append(zone)
  return zone
}

const eventNames = ({ events }: ReturnType<typeof createTestPlatform>) => events.map(({ name }) => name)

const showing = (zone: Element, text: string) => expect.poll(() => zone.shadowRoot!.textContent, SOON).toContain(text)

afterEach(() => {
  document.body.replaceChildren()
  for (const rewards of runtimes.splice(0)) rewards.destroy()
})

describe('two test platforms on one page', () => {
  test('know different consumers, also after one has logged out', async () => {
    const one = open()
    const other = open()
    await one.rewards.identify({ email: 'ada@example.com' })
    await other.rewards.identify({ email: 'grace@example.com', first_name: 'Grace' })
    expect([one.rewards.consumer.level, other.rewards.consumer.level]).toEqual(['identified', 'identified'])
    expect([one.platform.consumer.email, other.platform.consumer.email]).toEqual([
      'ada@example.com',
      'grace@example.com',
    ])
    await one.rewards.logout()
    expect([one.rewards.consumer.level, other.rewards.consumer.level]).toEqual(['anonymous', 'identified'])
    expect(await other.rewards.profile.get()).toMatchObject({ first_name: 'Grace' })
  })

  test('each receive the events of their own runtime, once', async () => {
    const one = open()
    const other = open()
    await Promise.all([one.rewards.track('page_view'), other.rewards.track('purchase'), one.rewards.track('search')])
    expect(eventNames(one.platform)).toEqual(['page_view', 'search'])
    expect(eventNames(other.platform)).toEqual(['purchase'])
  })

  test('each draw their own zones', async () => {
    const one = open({ zones: { offer: { ...fixtures.offer, headline: 'The first' } } })
    const other = open({ zones: { offer: { ...fixtures.offer, headline: 'The second' } } })
    await showing(place('offer', one.rewards), 'The first')
    await showing(place('offer', other.rewards), 'The second')
    // A zone without a runtime of its own uses the page's first.
    await showing(place('offer'), 'The first')
  })
})

describe('destroy()', () => {
  test('leaves the other runtimes of the page alone', async () => {
    const one = open()
    const other = open({ zones: { offer: { ...fixtures.offer, headline: 'The second' } } })
    await other.rewards.identify({ email: 'grace@example.com' })
    const tracked = other.rewards.track('purchase')
    one.rewards.destroy()
    await tracked
    expect(eventNames(other.platform)).toEqual(['identify', 'purchase'])
    await showing(place('offer', other.rewards), 'The second')
    expect(other.rewards.consumer.level).toBe('identified')
    await expect(one.rewards.zone('offer')).rejects.toMatchObject({ code: 'aborted' })
  })

  test('leaves nothing of its consumer to the platform of the next test', async () => {
    const before = open({ consumer: fixtures.consumer })
    await before.rewards.recognize()
    await before.rewards.track('purchase')
    before.rewards.destroy()
    const { platform, rewards } = open()
    expect(rewards.consumer.level).toBe('anonymous')
    await rewards.track('page_view')
    expect(eventNames(platform)).toEqual(['page_view'])
    expect([platform.consumer.level, rewards.consumer.level]).toEqual(['anonymous', 'anonymous'])
  })
})

describe('a platform with the domain of one before', () => {
  const domain = 'https://share.brand.com'

  async function visit() {
    const { rewards } = open({ domain, consumer: fixtures.consumer })
    await rewards.recognize()
    expect(rewards.consumer.level).toBe('verified')
    return rewards
  }

  test('has its own consumer after storage.erase() and destroy()', async () => {
    const rewards = await visit()
    await rewards.storage.erase()
    rewards.destroy()
    expect(open({ domain }).rewards.consumer.level).toBe('anonymous')
  })

  test('does not know the token that is left', async () => {
    const before = await visit()
    before.destroy()
    const { platform, rewards } = open({ domain })
    expect(rewards.consumer.level).toBe('verified')
    await rewards.zone('terms')
    expect([platform.consumer.level, rewards.consumer.level]).toEqual(['anonymous', 'anonymous'])
  })
})

test('the first call of a page can fail with network_error, for once or longer', async () => {
  for (const options of [{}, { times: 1 }]) {
    const { platform, rewards } = open()
    platform.fail('/zones', 'network_error', options)
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error' })
  }
})

test('the domain can be the path of a reverse proxy on the host of the page', async () => {
  const { rewards } = open({ domain: '/rewards', zones: { terms: { text: 'Yes' } } })
  expect(await rewards.zone('terms')).toMatchObject({ data: { text: 'Yes' } })
})
