// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../src/index.js'
import { RUNTIME } from '../../src/settings/runtime-key.js'
import { SOON } from '../soon.js'
import { countPageListeners } from './page-listeners.js'
import { json, recorded, type Sent, web, wire } from './wire.js'

let count = 0
/** Each test has its own program. */
const newDomain = () => `https://share${++count}.brand.com`

const never = () => new Promise<Response>(() => {})
const isEvent = ({ path }: Sent) => path.endsWith('/events')

/** Answers everything except what `isUnanswered` names. */
const platform = (isUnanswered: (sent: Sent) => boolean = () => false) =>
  wire(sent => {
    if (isUnanswered(sent)) return never()
    if (sent.path === '/api/v5/token') return json({ access_token: 't-1', scopes: [], expires_in: 1000 })
    return isEvent(sent) ? recorded() : web('t-1', '{}')
  })

/** Created in a test, and destroyed after it: the listeners of one test must not act in another. */
const created: Rewards[] = []
function create(domain: string, fetch: typeof globalThis.fetch, options = {}) {
  const rewards = createRewards({ domain, fetch, consent: 'granted', carrier: 'header', ...options })
  created.push(rewards)
  return rewards
}
const pageRuntime = () => (globalThis as { [RUNTIME]?: Rewards })[RUNTIME]

afterEach(() => {
  for (const rewards of created.splice(0)) rewards.destroy()
  vi.unstubAllGlobals()
  // First the spies: one of a false timer would put that timer back in the place of the real one.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('destroy()', () => {
  test('removes every listener, timer and channel that the runtime has added to the page', async () => {
    const channels = new Set<object>()
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          channels.add(this)
        }
        postMessage() {}
        close() {
          channels.delete(this)
        }
      },
    )
    const listeners = countPageListeners()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { fetch, requests } = platform(isEvent)
      const rewards = create(newDomain(), fetch)
      const tracked = rewards.track('purchase')
      await vi.waitFor(() => expect(requests.filter(isEvent)).toHaveLength(1), SOON)
      expect(listeners.active()).toEqual(
        expect.arrayContaining(['pageshow', 'click', 'submit', 'online', 'storage', 'visibilitychange', 'pagehide']),
      )
      expect(channels.size).toBe(2)
      rewards.destroy()
      await expect(tracked).rejects.toMatchObject({ code: 'aborted' })
      expect(listeners.active()).toEqual([])
      expect(channels.size).toBe(0)
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0), SOON)
    } finally {
      listeners.restore()
    }
  })

  test('ends the calls under way with aborted, and reports none of them', async () => {
    const { fetch, requests } = platform(({ path }) => path !== '/api/v5/token')
    const rewards = create(newDomain(), fetch)
    const reported: unknown[] = []
    rewards.addEventListener('error', ({ detail }) => reported.push(detail))
    const calls = [
      rewards.zone('terms'),
      rewards.profile.get(),
      rewards.flush(),
      rewards.identify({ email: 'a@b.com' }),
    ]
    const ended = Promise.all(calls.map(call => call.catch(error => error.code)))
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    rewards.destroy()
    expect(await ended).toEqual(['aborted', 'aborted', 'aborted', 'aborted'])
    expect(reported).toEqual([])
  })

  test('ends a watch without an error', async () => {
    const { fetch, requests } = platform(({ path }) => path.startsWith('/api/v4/me/rewards/status'))
    const rewards = create(newDomain(), fetch)
    const watch = (async () => {
      for await (const status of rewards.rewardStatus.watch({ polling_id: '1' })) return status
      return 'ended'
    })()
    await expect.poll(() => requests.map(({ path }) => path)).toContain('/api/v4/me/rewards/status?polling_id=1')
    rewards.destroy()
    expect(await watch).toBe('ended')
  })

  test('leaves no timer of a verification email that is being sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const setTimer = vi.spyOn(globalThis, 'setTimeout')
    const { fetch } = wire(({ path }) =>
      json(
        path === '/api/v5/token' ? { access_token: 't-1', scopes: [] } : { polling_id: 'a-mail', status: 'PENDING' },
      ),
    )
    const rewards = create(newDomain(), fetch)
    const ended = rewards.requestVerificationEmail().catch(error => error.code)
    const pause = [expect.any(Function), 1_000]
    await vi.waitFor(() => expect(setTimer.mock.calls).toContainEqual(pause), SOON)
    rewards.destroy()
    expect(await ended).toBe('aborted')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('looks for no answer to a verification email, whenever the platform says that it is sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // How many microtasks lie between the answer of the platform and `destroy()`.
    for (let turns = 0; turns < 40; turns++) {
      let destroy = () => {}
      const destroySoon = async () => {
        for (let turn = 0; turn < turns; turn++) await undefined
        destroy()
      }
      const { fetch } = wire(({ path }) => {
        if (path === '/api/v5/token') return json({ access_token: 't-1', scopes: [] })
        const answer = json({ polling_id: 'a-mail', status: 'SUCCEEDED' })
        const text = answer.text()
        answer.text = async () => {
          const read = await text
          void destroySoon()
          return read
        }
        return answer
      })
      const rewards = create(newDomain(), fetch)
      destroy = rewards.destroy
      await rewards.requestVerificationEmail().catch(() => {})
      // What the start of the runtime has put off ends as well.
      await vi.advanceTimersByTimeAsync(0)
      expect(vi.getTimerCount(), `${turns} microtasks after the answer`).toBe(0)
    }
  })

  test('sends nothing afterwards: each call rejects with aborted', async () => {
    const { fetch, requests } = platform()
    const rewards = create(newDomain(), fetch)
    rewards.destroy()
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'aborted' })
    await expect(rewards.track('purchase')).rejects.toMatchObject({ code: 'aborted' })
    rewards.setConsent('denied')
    rewards.mount(document.body, 'terms').remove()
    expect(document.querySelector('rewards-zone')).toBeNull()
    expect(requests).toEqual([])
  })

  test('leaves the waiting events to the next runtime, which sends each once', async () => {
    const domain = newDomain()
    const unanswered = platform(isEvent)
    const first = create(domain, unanswered.fetch)
    const tracked = [first.track('purchase', {}, { id: 'J-1' }), first.track('purchase', {}, { id: 'J-2' })]
    const ended = Promise.all(tracked.map(event => event.catch(error => error.code)))
    await expect.poll(() => unanswered.requests.filter(isEvent).length).toBe(1)
    first.destroy()
    expect(await ended).toEqual(['aborted', 'aborted'])
    const answering = platform()
    const next = create(domain, answering.fetch)
    await next.flush()
    const ids = answering.requests.filter(isEvent).map(({ body }) => JSON.parse(body).data.partner_event_id)
    expect(ids).toEqual(['J-1', 'J-2'])
    expect(unanswered.requests.filter(isEvent)).toHaveLength(1)
  })

  test('leaves an event that was tracked in the same task to the next runtime', async () => {
    const domain = newDomain()
    const first = create(domain, platform().fetch)
    const ended = first.track('purchase', {}, { id: 'J-3' }).catch(error => error.code)
    first.destroy()
    expect(await ended).toBe('aborted')
    const { fetch, requests } = platform()
    await create(domain, fetch).flush()
    expect(requests.filter(isEvent).map(({ body }) => JSON.parse(body).data.partner_event_id)).toEqual(['J-3'])
  })

  test('lets the next runtime serve the page, and its markup', async () => {
    const domain = newDomain()
    const [old, current] = [platform(), platform()]
    const first = create(domain, old.fetch)
    expect(pageRuntime()).toBe(first)
    first.destroy()
    expect(pageRuntime()).toBeUndefined()
    const second = create(domain, current.fetch)
    expect(pageRuntime()).toBe(second)
    const button = document.createElement('button')
    button.dataset.rewardsEvent = 'clicked'
    document.body.append(button)
    button.click()
    button.remove()
    await second.flush()
    expect(current.requests.filter(isEvent)).toHaveLength(1)
    expect(old.requests.filter(isEvent)).toEqual([])
  })

  test('of another runtime leaves the page’s first one alone', () => {
    const first = create(newDomain(), platform().fetch)
    const other = create(newDomain(), platform().fetch)
    other.destroy()
    expect(pageRuntime()).toBe(first)
  })

  test('called twice dispatches one destroy event', () => {
    const rewards = create(newDomain(), platform().fetch)
    let destroyed = 0
    rewards.addEventListener('destroy', () => destroyed++)
    rewards.destroy()
    rewards.destroy()
    expect(destroyed).toBe(1)
  })

  test('leaves the page’s data layer as it was', () => {
    const layer: unknown[] = []
    vi.stubGlobal('dataLayer', layer)
    const { push } = layer
    const rewards = create(newDomain(), platform().fetch, { consent: 'gcm' })
    return expect
      .poll(() => layer.push !== push)
      .toBe(true)
      .then(() => {
        rewards.destroy()
        expect(layer.push).toBe(push)
      })
  })

  test('removes its listener from a consent platform', async () => {
    const calls: unknown[][] = []
    vi.stubGlobal('__tcfapi', (...args: unknown[]) => {
      calls.push([args[0], args[3]])
      const listener = args[2] as (data: object, success: boolean) => void
      listener({ listenerId: 7, eventStatus: 'cmpuishown' }, true)
    })
    const rewards = create(newDomain(), platform().fetch, { consent: 'tcf' })
    await expect.poll(() => calls).toEqual([['addEventListener', undefined]])
    rewards.destroy()
    expect(calls.at(-1)).toEqual(['removeEventListener', 7])
  })
})
