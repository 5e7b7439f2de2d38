import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProving } from '../../../src/session/prove.js'
import { newestMail } from '../../mails.js'
import { signJwt } from '../../proof.js'
import { failure } from '../failure.js'
import { useProgram, type Visitor } from '../resources/program.js'
import { error, web } from '../wire.js'
import { createGate, DEVICE, IDENTIFIED, openSession, VERIFIED } from './open-session.js'

const program = useProgram()

/** As somebody does who reads their mail on another device. */
async function answerMail({ rewards }: Visitor) {
  await rewards.requestVerificationEmail()
  await fetch((await newestMail(program.platform)).link, { method: 'POST' })
}

describe('recognize()', () => {
  test('resolves with the level after a verification email was answered on another device', async () => {
    const visitor = await program.identified('ada@example.com')
    await answerMail(visitor)
    const { rewards, told } = visitor
    expect(rewards.consumer.level).toBe('identified')
    expect((await rewards.recognize()).level).toBe('verified')
    expect(told).toEqual([])
  })

  test('resolves with identified if no email was answered', async () => {
    const { rewards } = await program.identified('grace@example.com')
    expect((await rewards.recognize()).level).toBe('identified')
  })

  test('sends no request for an anonymous consumer', async () => {
    const { rewards, requests, told } = program.visitor()
    expect((await rewards.recognize()).level).toBe('anonymous')
    expect([requests, told]).toEqual([[], []])
  })

  test('sends no request for a device with a token', async () => {
    const page = openSession()
    page.hold('device', DEVICE)
    expect(await (await page.loadIdentity()).recognize()).toMatchObject({ level: 'anonymous' })
    expect(page.sent()).toEqual([])
  })

  test('reads whom a token stands for that has come by the program’s cookie', async () => {
    const page = openSession()
    page.live.set('ann', IDENTIFIED)
    page.token.replace({ stamp: page.token.stamp(), access_token: 'ann', travelsByCookie: true })
    expect(page.consumer.current().level).toBe('anonymous')
    expect(await (await page.loadIdentity()).recognize()).toMatchObject({ level: 'identified' })
    expect(page.sent()).toEqual(['GET /api/v5/token ann'])
  })

  test('asks the host once for several calls, though one of them reads the details already', async () => {
    const gate = createGate()
    const jwt = vi.fn(() => null)
    const page = openSession({ jwt, answer: gate.hold() })
    page.hold('ann', IDENTIFIED)
    const { recognize } = await page.loadIdentity()
    const first = recognize()
    await gate.reached
    const second = recognize()
    gate.open()
    expect((await Promise.all([first, second])).map(({ level }) => level)).toEqual(['identified', 'identified'])
    expect(jwt).toHaveBeenCalledOnce()
  })

  test('verifies the consumer with one JWT for several calls at once', async () => {
    let asked = 0
    const { rewards } = program.visitor({
      jwt: () => {
        asked++
        return signJwt({ email: 'joan@example.com', scope: 'VERIFIED_CONSUMER' })
      },
    })
    const found = await Promise.all([rewards.recognize(), rewards.recognize()])
    expect(found.map(({ level }) => level)).toEqual(['verified', 'verified'])
    await rewards.recognize()
    expect(asked).toBe(1)
  })

  test('resolves with anonymous if options.jwt rejects, and reports the error once', async () => {
    const { rewards, told } = program.visitor({ jwt: () => Promise.reject(new Error('Nobody is signed in')) })
    const found = await Promise.all([rewards.recognize(), rewards.recognize()])
    expect(found.map(({ level }) => level)).toEqual(['anonymous', 'anonymous'])
    expect(told.map(({ message }) => message)).toEqual(['options.jwt failed: Nobody is signed in'])
  })
})

describe('an option jwt that returns null, because nobody is signed in', () => {
  const jwt = () => null

  test('leaves an anonymous consumer as they are, and no request and no error tells of it', async () => {
    const { rewards, requests, told } = program.visitor({ jwt })
    expect(await rewards.recognize()).toMatchObject({ level: 'anonymous' })
    expect(await rewards.verify()).toMatchObject({ level: 'anonymous' })
    expect([requests, told]).toEqual([[], []])
  })

  test('lets an identified consumer be verified by an email', async () => {
    const visitor = await program.identified('hedy@example.com', { jwt })
    await answerMail(visitor)
    expect(await visitor.rewards.recognize()).toMatchObject({ level: 'verified' })
  })

  test('lets a call for a verified consumer fail with its own error', async () => {
    const { rewards, requests, told } = await program.identified('mary@example.com', { jwt })
    const before = requests.length
    expect(await failure(rewards.referrals.fromMe())).toMatchObject({ code: 'scopes_denied' })
    expect(told.map(({ code }) => code)).toEqual(['scopes_denied'])
    // Nothing was proved, so a second request would be denied like the first.
    expect(requests.slice(before)).toHaveLength(1)
  })
})

const claims = Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 300 })).toString('base64url')
const JWT = `eyJhbGciOiJIUzI1NiJ9.${claims}.c2ln`

test('a page stays with its own token, and sends it in the header, if the platform accepts a proof and cannot say whom it has proved', async () => {
  const page = openSession({
    answer({ path, token }) {
      if (path.endsWith('/events')) return web('bob', '{"id":"e-1"}')
      return token === 'bob' ? error(503, 'software_error') : undefined
    },
  })
  page.hold('ann', VERIFIED, { travelsByCookie: true })
  const { verify } = await page.loadIdentity()
  expect(await failure(verify(JWT))).toMatchObject({ code: 'software_error', status: 503, retryable: true })
  expect(page.token.current()).toMatchObject({ access_token: 'ann', travelsByCookie: false })
})

describe('options.jwt', () => {
  const cause = new Error('The backend is down')
  const faults: [string, () => string | Promise<string>][] = [
    [
      'throws',
      () => {
        throw cause
      },
    ],
    ['rejects', () => Promise.reject(cause)],
  ]

  test.each(faults)('that %s makes verify() reject with invalid_argument', async (_, jwt) => {
    const error = await failure(program.visitor({ jwt }).rewards.verify())
    expect(error).toMatchObject({ name: 'RewardsError', code: 'invalid_argument', cause })
    expect(error.message).toContain('options.jwt')
  })

  test('that rejects with an error of another copy of the SDK makes verify() reject with that error', async () => {
    const error = Object.assign(new Error('Blocked'), { name: 'RewardsError', code: 'access_denied' })
    expect(await failure(program.visitor({ jwt: () => Promise.reject(error) }).rewards.verify())).toBe(error)
  })

  test.each(faults)('that %s makes recognize() report invalid_argument', async (_, jwt) => {
    const { rewards, told } = program.visitor({ jwt })
    await rewards.recognize()
    expect(told).toEqual([expect.objectContaining({ code: 'invalid_argument', cause })])
  })

  test.each<[string, () => string | null | Promise<string>, string[]]>([
    ...faults.map(([how, jwt]): [string, typeof jwt, string[]] => [how, jwt, ['invalid_argument']]),
    ['returns null', () => null, []],
  ])('that %s leaves a verified consumer anonymous whose token dies, and only a failure is reported', async (_, jwt, codes) => {
    const page = openSession({ jwt })
    page.hold('dead', VERIFIED, { isLive: false })
    await page.client.api('GET', '/api/v5/token')
    expect(page.changes.at(-1)).toBe('anonymous')
    expect(page.errors.map(({ code }) => code)).toEqual(codes)
  })

  test('is called once for several renewals at once', async () => {
    const gate = createGate()
    const jwt = vi.fn(async () => {
      await gate.pass()
      return JWT
    })
    const page = openSession({ jwt })
    const nothing = async () => {}
    const { requestProof } = createProving({
      ...page,
      refresh: nothing,
      refreshIfUnknown: nothing,
      evaluated: nothing,
    })
    const proofs = [requestProof!(), requestProof!()]
    await gate.reached
    await new Promise(setImmediate)
    gate.open()
    expect(await Promise.all(proofs)).toEqual([JWT, JWT])
    expect(jwt).toHaveBeenCalledOnce()
  })

  describe('that never answers', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    test('makes verify() reject after 30 s', async () => {
      const jwt = vi.fn(() => new Promise<string>(() => {}))
      const { verify } = await openSession({ jwt }).loadIdentity()
      const outcome = vi.fn()
      verify().catch(outcome)
      while (!jwt.mock.calls.length) await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(29_999)
      expect(outcome).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      const message = 'options.jwt did not return a JWT within 30 seconds'
      expect(outcome.mock.lastCall).toMatchObject([{ code: 'invalid_argument', message }])
    })
  })
})

describe('a renewal that waits for options.jwt at a logout', () => {
  test('ends without creating a token or reporting an error', async () => {
    const asked: ((jwt: string) => void)[] = []
    const page = openSession({ jwt: () => new Promise(resolve => asked.push(resolve)) })
    page.hold('dead', VERIFIED, { isLive: false })
    const read = failure(page.client.api('GET', '/api/v5/token'))
    await expect.poll(() => asked).toHaveLength(1)
    await (await page.loadIdentity()).logout()
    expect(await read).toMatchObject({ code: 'logged_out' })
    const next = page.client.web('/zones', { event_name: 'terms' })
    asked[0]!(JWT)
    await next
    expect(page.sent()).toEqual(['GET /api/v5/token dead', 'POST /zones'])
    expect(page.errors).toEqual([])
  })
})
