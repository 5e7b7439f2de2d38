import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../src/http/client.js'
import { createAttributor } from '../../../src/outbox/attribution.js'
import { createQueue } from '../../../src/outbox/queue.js'
import { createSenders, senderOf } from '../../../src/outbox/senders.js'
import { createAuthorizer } from '../../../src/session/authorizer.js'
import { createRecovery } from '../../../src/session/recover.js'
import type { Settings } from '../../../src/settings/options.js'
import type { App } from '../../../src/token/app.js'
import { type HeldToken, NOBODY } from '../../../src/token/login.js'
import type { Token } from '../../../src/token/token.js'
import { SOON } from '../../soon.js'
import { loadDiagnostics } from '../diagnostics/load.js'
import { loadCodes } from '../error/load-codes.js'
import { lifetime } from '../lifetime.js'
import { error, json, type Sent, wire } from '../wire.js'
import { waiting } from './waiting.js'

const NAME = 'rewards:https://share.brand.com'
const life = new AbortController().signal

const ANN = { owner: '1-ann', access_token: 't-ann', identity_id: 'p-ann', scopes: ['UPDATE_PROFILE'] }
const BOB = { owner: '2-bob', access_token: 't-bob', identity_id: 'p-bob', scopes: ['UPDATE_PROFILE'] }
const DEVICE = { owner: '3-device', access_token: 't-device', scopes: [] }

let app: App
let held: HeldToken | undefined
let owner: string
let dead: string[]

beforeEach(() => {
  app = { isConnected: false }
  held = undefined
  owner = '0-nobody'
  dead = []
})

/** From now on this is the consumer on the page. */
function become(person: Partial<HeldToken> & { owner: string }) {
  owner = person.owner
  held = person.access_token ? ({ expires_at: 0, travelsByCookie: false, ...person } as HeldToken) : undefined
}

/** A page without storage, before a platform that says which token each event came with. */
function openPage({ answer }: { answer?(sent: Sent): Response | undefined } = {}) {
  const platform = wire(sent => {
    if (dead.includes(sent.token ?? '')) return error(401, 'expired_access_token')
    return answer?.(sent) ?? json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
  })
  const token = {
    current: () => held,
    login: () => ({ ...NOBODY, ...held, owner, signal: life, logouts: 0, isDoubtful: false }),
    owner: () => owner,
    claimOwner: () => owner,
    identityId: () => held?.identity_id,
    stamp: () => 0,
    drop: () => (held = undefined),
  } as Partial<Token> as Token
  const fetches = vi.fn(platform.fetch)
  const settings = { base: 'https://share.brand.com', vendor: 'svc', fetch: fetches as typeof fetch } as Settings
  const client = createClient(settings, {
    token,
    loadDiagnostics,
    loadCodes,
    authorizer: createAuthorizer({
      token,
      lifetime,
      settings: {},
      app: {},
      loadIdentity: async () => ({
        renew: async () => become({ ...DEVICE, owner }),
        recover: createRecovery(token, async () => null),
      }),
      evaluate: () => undefined,
      withLock: work => work(),
    }),
    carrier: () => 'header',
    onConsent() {},
  })
  const queue = createQueue(
    NAME,
    () => false,
    () => {},
  )
  const senders = createSenders(NAME, () => false)
  const attributor = createAttributor({ client, app, token, queue, senders })
  /** Tracks an event as whoever is on the page. */
  async function track(id: string, by = owner, data = {}) {
    const event = waiting(id, { owner: by, data, person: app.person?.() })
    await queue.accept([event])
    return event
  }
  const tokens = () => platform.requests.filter(({ path }) => path.includes('events')).map(({ token }) => token)
  const find = async (id: string) => (await queue.all()).find(event => event.id === id)!
  const submit = async (id: string) => attributor.submit(await find(id), life)
  return { attributor, queue, senders, track, tokens, submit, find, fetches }
}

test('the token is stored before the first event is sent with it', async () => {
  let written: unknown
  const page = openPage({
    answer: sent => {
      if (sent.path.includes('events')) written = held && page.senders.has(senderOf(held))
      return undefined
    },
  })
  await page.track('1')
  await page.submit('1')
  expect(page.tokens()).toEqual(['t-device'])
  expect(written).toBe(true)
})

test('an event sent without an answer is sent again with its token, even if the cookies are gone', async () => {
  const page = openPage()
  become(ANN)
  await page.track('1')
  await page.submit('1')
  become({ owner: '9-next' })
  await page.submit('1')
  expect(page.tokens()).toEqual(['t-ann', 't-ann'])
})

test('an event that was never sent belongs to the present consumer for good', async () => {
  const page = openPage()
  await page.track('1', '8-lost')
  become(DEVICE)
  await page.submit('1')
  expect(page.tokens()).toEqual(['t-device'])
  expect(await page.find('1')).toMatchObject({ owner: '3-device' })
})

test('an event that was never sent does not become that of a consumer whom another replaces before it is sent', async () => {
  const page = openPage()
  become({ owner: DEVICE.owner })
  const submitted = page.attributor.submit(await page.track('1', '8-lost'), life)
  become(BOB)
  await expect(submitted).rejects.toMatchObject({ code: 'aborted' })
  expect(page.tokens()).toEqual([])
  expect(await page.find('1')).toMatchObject({ owner: '8-lost' })
})

test('an event of a person that was never sent goes to an anonymous consumer, who may be the same person, but to nobody else', async () => {
  const page = openPage()
  await page.queue.accept([waiting('1', { owner: '8-lost', identity_id: 'p-ann' })])
  become(BOB)
  expect(await page.attributor.attribute(await page.find('1'))).toBe('absent')
  become(DEVICE)
  expect(await page.attributor.attribute(await page.find('1'))).toBe('present')
  become({ ...ANN, owner: '4-ann-again' })
  expect(await page.attributor.attribute(await page.find('1'))).toBe('present')
})

describe('Ann’s event, once Bob is verified', () => {
  test('is sent with Ann’s token', async () => {
    const page = openPage()
    become(ANN)
    await page.track('1')
    await page.attributor.keepSender()
    become(BOB)
    await page.submit('1')
    expect(page.tokens()).toEqual(['t-ann'])
  })

  test('waits while her token is dead, and is sent when she is back', async () => {
    const page = openPage()
    become(ANN)
    await page.track('1')
    await page.attributor.keepSender()
    become(BOB)
    dead.push('t-ann')
    await expect(page.submit('1')).rejects.toMatchObject({ code: 'expired_access_token' })
    expect(await page.attributor.attribute(await page.find('1'))).toBe('absent')
    become({ ...ANN, owner: '4-ann-again', access_token: 't-ann-2' })
    await page.submit('1')
    expect(page.tokens()).toEqual(['t-ann', 't-ann-2'])
  })

  test('is not sent with Bob’s token, though it was about to be sent when he was verified', async () => {
    const page = openPage()
    become({ owner: ANN.owner })
    const submitted = page.attributor.submit(await page.track('1'), life)
    become(BOB)
    await expect(submitted).rejects.toMatchObject({ code: 'aborted' })
    expect(page.tokens()).toEqual([])
  })

  test('is not sent with Bob’s token, though he was verified while the storage was read', async () => {
    const page = openPage()
    become(ANN)
    const event = await page.track('1')
    const { find } = page.queue
    vi.spyOn(page.queue, 'find').mockImplementation(async asked => {
      become(BOB)
      return find(asked)
    })
    await expect(page.attributor.submit(event, life)).rejects.toMatchObject({ code: 'aborted' })
    expect(page.tokens()).toEqual([])
  })

  test('is sent with Bob’s token if her own event has named him before', async () => {
    const page = openPage({
      answer: ({ path, body }) => {
        if (path.includes('events') && JSON.parse(body).data.email) become(BOB)
        return undefined
      },
    })
    become(ANN)
    await page.track('before')
    await page.track('naming', ANN.owner, { email: 'bob@example.com' })
    await page.track('after')
    await page.submit('naming')
    expect(await page.find('before')).toMatchObject({ owner: ANN.owner })
    expect(await page.find('after')).toMatchObject({ owner: BOB.owner, identity_id: BOB.identity_id })
  })
})

test('an anonymous event whose token is dead belongs to the present consumer', async () => {
  const page = openPage()
  become(DEVICE)
  await page.track('1')
  await page.attributor.keepSender()
  become(BOB)
  dead.push('t-device')
  await expect(page.submit('1')).rejects.toMatchObject({ code: 'expired_access_token' })
  await page.submit('1')
  expect(page.tokens()).toEqual(['t-device', 't-bob'])
})

test('an event of a person named by a native app waits for that person, whatever their login is then', async () => {
  const page = openPage()
  app.person = () => 'ann'
  await page.track('1', '8-earlier')
  become(BOB)
  app.person = () => 'bob'
  expect(await page.attributor.attribute(await page.find('1'))).toBe('absent')
  app.person = undefined
  expect(await page.attributor.attribute(await page.find('1'))).toBe('absent')
  app.person = () => 'ann'
  expect(await page.attributor.attribute(await page.find('1'))).toBe('present')
})

test('an event of a person named by a native app never goes to another person, even if it was sent with an anonymous token', async () => {
  const page = openPage()
  become(DEVICE)
  app.person = () => 'ann'
  await page.track('1')
  await page.attributor.keepSender()
  become(BOB)
  app.person = () => 'bob'
  dead.push('t-device')
  await expect(page.submit('1')).rejects.toMatchObject({ code: 'expired_access_token' })
  expect(await page.attributor.attribute(await page.find('1'))).toBe('absent')
})

describe('an event that waits for the storage when its page is left', () => {
  /** The browser answers no question about the queue before `answer` is called. */
  function stallQueue({ queue }: ReturnType<typeof openPage>) {
    const { find } = queue
    let answer = () => {}
    const answered = new Promise<void>(resolve => (answer = resolve))
    const asked = new Promise<void>(resolve => {
      vi.spyOn(queue, 'find').mockImplementation(event => {
        resolve()
        return answered.then(() => find(event))
      })
    })
    return { answer, asked }
  }

  test('is sent at once', async () => {
    const page = openPage()
    become(ANN)
    const event = await page.track('1')
    const { asked } = stallQueue(page)
    void page.attributor.submit(event, life)
    await asked
    page.attributor.leave()
    await expect.poll(page.tokens, SOON).toEqual(['t-ann'])
  })

  test('waits if it belongs to an earlier owner who is not replaced yet', async () => {
    const page = openPage()
    become(ANN)
    const event = await page.track('1', '8-lost')
    const { answer, asked } = stallQueue(page)
    const { fetches } = page
    const submitted = page.attributor.submit(event, life)
    await asked
    page.attributor.leave()
    // Everything has run that does not wait for the storage.
    await new Promise(resolve => setImmediate(resolve))
    expect(fetches).not.toHaveBeenCalled()
    answer()
    await submitted
    expect(page.tokens()).toEqual(['t-ann'])
    expect(await page.find('1')).toMatchObject({ owner: ANN.owner })
  })
})

test('an event that another tab has sent meanwhile is not sent again', async () => {
  const page = openPage()
  become({ owner: '9-next' })
  const event = await page.track('1')
  const submitted = page.attributor.submit(event, life)
  await page.queue.remove(event)
  await expect(submitted).rejects.toMatchObject({ code: 'aborted' })
  expect(page.tokens()).toEqual([])
})

test('a captive portal’s 200 does not end an event of an earlier owner', async () => {
  const page = openPage({ answer: () => new Response('<p>Welcome</p>') })
  become(ANN)
  await page.track('1')
  await page.attributor.keepSender()
  become(BOB)
  await expect(page.submit('1')).rejects.toMatchObject({ code: 'network_error', retryable: true })
})

test('a token in the answer to an earlier owner’s event belongs to that owner', async () => {
  const page = openPage({ answer: () => Response.json({ id: 'e-1' }, { headers: { 'x-svc-token': 't-ann-2' } }) })
  become(ANN)
  await page.track('1')
  await page.attributor.keepSender()
  become(BOB)
  await page.submit('1')
  await page.submit('1')
  expect(page.tokens()).toEqual(['t-ann', 't-ann-2'])
  expect(held).toMatchObject({ access_token: 't-bob' })
})
