import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRewards, type RewardsOptions } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { DOMAIN, platform, usePlatform } from '../local-platform.js'
import { error } from '../wire.js'

usePlatform()

const someone = () => ({ email: `${randomUUID()}@example.com` })

/** What is answered in the platform’s place. */
type Answers = () => Response | Promise<Response | undefined> | undefined

/** A page before the platform, whose reads of the profile `answer` may answer in the platform’s place. */
function page(answer: Answers, options: Partial<RewardsOptions> = {}) {
  const readers: (string | null)[] = []
  const rewards = createRewards({
    domain: DOMAIN,
    async fetch(input, init) {
      const request = new Request(input, init)
      if (new URL(request.url).pathname === '/api/v4/me') {
        readers.push(request.headers.get('authorization'))
        const given = await answer()
        if (given) return given
      }
      request.signal.throwIfAborted()
      return platform.fetch(request)
    },
    ...options,
  })
  return { rewards, readers }
}

/** Ways in which another person can be proved while one is known. */
const PROOFS: [string, (rewards: ReturnType<typeof createRewards>, jwt: string) => Promise<unknown>][] = [
  ['verify()', (rewards, jwt) => rewards.verify(jwt)],
  ['recognize()', rewards => rewards.recognize()],
]

describe.each(PROOFS)('verifying another person with %s', (how, prove) => {
  async function annThenBob(answer: Answers) {
    const bob = await proofOf(someone())
    let isSignedIn = false
    const opened = page(answer, how === 'recognize()' ? { jwt: () => (isSignedIn ? bob : null) } : {})
    await opened.rewards.identify(someone())
    const ann = opened.rewards.consumer.identity_id
    const proveBob = () => {
      isSignedIn = true
      return prove(opened.rewards, bob)
    }
    return { ...opened, ann, proveBob }
  }

  test('ends a request of the person before', async () => {
    let release = () => {}
    const held = new Promise<undefined>(resolve => {
      release = () => resolve(undefined)
    })
    const { rewards, readers, ann, proveBob } = await annThenBob(() => (readers.length === 1 ? held : undefined))
    const read = rewards.profile.get()
    await expect.poll(() => readers).toHaveLength(1)
    const outcome = expect(read).rejects.toMatchObject({ code: 'logged_out' })
    await proveBob()
    release()
    await outcome
    expect(rewards.consumer.level).toBe('verified')
    expect(rewards.consumer.identity_id).not.toBe(ann)
  })

  test('ends a waiting retry of the person before, which is not sent for the new person', async () => {
    const { rewards, readers, proveBob } = await annThenBob(() =>
      readers.length === 1 ? withRetryAfter(error(429, 'too_many_requests')) : undefined,
    )
    const read = rewards.profile.get()
    await expect.poll(() => readers).toHaveLength(1)
    const outcome = expect(read).rejects.toMatchObject({ code: 'logged_out' })
    await proveBob()
    await outcome
    expect(readers).toHaveLength(1)
  })

  test('dispatches one consumer event', async () => {
    const { rewards, ann, proveBob } = await annThenBob(() => undefined)
    const told: (string | null)[] = []
    rewards.addEventListener('consumer', ({ detail }) => told.push(detail.identity_id))
    await proveBob()
    expect(told).toEqual([rewards.consumer.identity_id])
    expect(told).not.toContain(ann)
  })
})

test('verifying another person after a verified one dispatches a consumer event, though the level is the same', async () => {
  const { rewards } = page(() => undefined)
  const ann = await rewards.verify(await proofOf(someone()))
  const told: (string | null)[] = []
  rewards.addEventListener('consumer', ({ detail }) => told.push(detail.identity_id))
  const bob = await rewards.verify(await proofOf(someone()))
  expect(bob.scopes).toEqual(ann.scopes)
  expect(told).toEqual([bob.identity_id])
  expect(told).not.toContain(ann.identity_id)
})

test('verifying the same person does not end their requests', async () => {
  let release = () => {}
  const held = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  const { rewards, readers } = page(() => held)
  const ann = someone()
  await rewards.identify(ann)
  const read = rewards.profile.get()
  await expect.poll(() => readers).toHaveLength(1)
  await rewards.verify(await proofOf(ann))
  release()
  expect(await read).toMatchObject({ id: rewards.consumer.identity_id })
})

function withRetryAfter(response: Response): Response {
  response.headers.set('retry-after', '1')
  return response
}

describe('a JWT that the host provides after a logout', () => {
  /** A page whose host answers the JWTs in `jwts` one after the other, each when it is released. */
  async function openPage() {
    const asked: ((jwt: string) => void)[] = []
    const opened = page(() => undefined, { jwt: () => new Promise(resolve => asked.push(resolve)) })
    const ann = someone()
    await opened.rewards.identify(ann)
    return { ...opened, asked, jwtOfAnn: await proofOf(ann) }
  }

  test.each(['verify', 'recognize'] as const)('does not restore the person: %s', async how => {
    const { rewards, asked, jwtOfAnn } = await openPage()
    const proving = rewards[how]()
    proving.catch(() => {})
    await expect.poll(() => asked).toHaveLength(1)
    await rewards.logout()
    asked[0]!(jwtOfAnn)
    if (how === 'verify') await expect(proving).rejects.toMatchObject({ code: 'logged_out' })
    else expect(await proving).toMatchObject({ level: 'anonymous' })
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('anonymous')
  })

  test('is not used for the next person', async () => {
    const { rewards, asked, jwtOfAnn } = await openPage()
    const first = rewards.recognize()
    await expect.poll(() => asked).toHaveLength(1)
    await rewards.logout()
    const second = rewards.recognize()
    await expect.poll(() => asked).toHaveLength(2)
    asked[0]!(jwtOfAnn)
    await first
    const bob = someone()
    asked[1]!(await proofOf(bob))
    expect(await second).toMatchObject({ level: 'verified' })
    expect(await rewards.profile.get()).toMatchObject(bob)
  })

  test('does not restore the person if a dead token was to be renewed', async () => {
    const { rewards, asked, jwtOfAnn } = await openPage()
    const proving = rewards.verify()
    await expect.poll(() => asked).toHaveLength(1)
    asked[0]!(jwtOfAnn)
    await proving
    await platform.db.query(`update tokens set invalidated_at = now() where type = 'CONSUMER'`)
    const read = rewards.profile.get()
    read.catch(() => {})
    await expect.poll(() => asked).toHaveLength(2)
    await rewards.logout()
    asked[1]!(jwtOfAnn)
    await read.catch(() => {})
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('anonymous')
  })
})
