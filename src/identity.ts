import type { ConsentState } from './consent/consent.js'
import { type Consumer, type ConsumerWatch, consumerOf } from './consumer.js'
import type { Client } from './http/client.js'
import type { RewardsError } from './http/error.js'
import { isDeadToken } from './http/read.js'
import type { Answer } from './http/send.js'
import type { Data, Settings } from './options.js'
import type { TokenStore } from './token/store.js'
import type { Scope, Token } from './token/token.js'
import type { Tracker } from './track.js'
import { eventUrl } from './urls.js'
import { sendVerificationMail, type VerificationMail, watchForAnswer } from './verification-mail.js'
import type * as Verification from './verify.js'

/** What the calls about who the consumer is work on. */
export interface IdentityHooks {
  settings: Settings
  client: Client
  token: Token
  store: TokenStore
  consumer: ConsumerWatch
  tracker: Tracker
  /** Whether the program domain may have a cookie in this browser. */
  cookies(): boolean
  consent: ConsentState
  /** What reads JWTs, fetched when there is one to read. */
  verification(): Promise<typeof Verification>
  tellTabs(news: 'logout'): void
  tell(error: unknown): void
}

export interface Identity {
  /** Reads what the token in force is worth (specification 4.3, consumer token details), once for all who want to know. */
  learn(): Promise<void>
  /** Brings a token where none is held: by proof for a consumer who had proved who they are, with the life the host has asked for. */
  renew(): Promise<unknown>
  /**
   * The platform brought another token than the one held. A web-friendly call never says that a token died, so the new one is believed
   * only once its scopes are known: one that is worth less, or no more than a device, means that the old one, or only its cookie, is gone.
   */
  weigh(stamp: number, access_token: string, cookie: boolean): Promise<void>
  /** Takes up the token a share link has brought, unless it proves somebody: else a link could log its visitor in as its sender (specification 5.4). */
  adopt(access_token: string): Promise<void>
  /** Takes what becomes of the event, which is tracked before this code is here; nothing where the claims name nobody. */
  identify(told: Promise<unknown> | undefined): Promise<Consumer>
  verify(jwt?: string): Promise<Consumer>
  /** The same, once for all calls that this token was too little for: true where another has taken its place meanwhile. */
  prove(access_token: string | undefined): Promise<Consumer | true>
  /** Never rejects: what goes wrong is told, and leaves the consumer as they are. */
  recognize(): Promise<Consumer>
  requestVerificationEmail(): Promise<VerificationMail>
  /** The address of a pixel: who the consumer is lies in it. */
  eventUrl(name: string, data: Data): Promise<string>
  logout(): Promise<void>
  /** Ends everything under way for the person who has logged out in another tab. */
  leave(): Promise<void>
}

type Details = { scopes: Scope[]; expires_at: number }

const TOKEN_PATH = '/api/v5/token'

/** The last one a `Date` can hold. */
const LAST_DATE = 8.64e15

/** What waits gets this long to be delivered under the name of the person who leaves. */
const DELIVERY_MS = 2_000

/** The host gets this long for a proof. */
const PROOF_MS = 30_000

const LEVELS: Consumer['level'][] = ['anonymous', 'identified', 'verified']

export function createIdentity(hooks: IdentityHooks): Identity {
  const { settings, client, token, store, consumer, consent, cookies, tracker, verification } = hooks
  const { delivery } = tracker
  const { jwt, tokenDuration } = settings
  /** Whoever wants to know who the consumer is waits for this first. */
  let weighing: Promise<void> = Promise.resolve()
  /** The newest token that this page had made, and what it is worth. */
  let created: { access_token: string; details: Details } | undefined
  /** Of the person who has logged out, until the platform has heard of it; another page knows of their cookie alone. */
  let unrevoked: string | undefined
  /** Ends the watch for the answer to the last mail. */
  let stopWatching = () => {}
  const learn = once(async () => {
    await weighing
    if (token.current()) await look()
    consumer.notice()
  })
  const ask = jwt && once(async () => Promise.race([jwt(), tooLate()]))
  const proveOnce = once(verify)
  const recognize = once(async () => {
    try {
      const { level } = consumer.current()
      if (jwt && level !== 'verified') await proveOnce()
      // Nobody else has been sent a mail.
      else if (level === 'identified') await learn()
    } catch (error) {
      hooks.tell(error)
    }
    return consumer.current()
  })
  /** With cookies, so that the platform clears its own. A token that is dead already is as good as revoked. */
  const revoke = once(async () => {
    const request = { method: 'DELETE', path: TOKEN_PATH, bearer: true, withCookies: cookies() }
    await client.exchange(request, unrevoked).catch(error => {
      if (!isDeadToken(error)) throw error
    })
    unrevoked = undefined
  })

  return {
    learn,
    renew,

    weigh(stamp, access_token, cookie) {
      // One after the other, or one would tell of a state that another is about to leave.
      const owner = token.owner()
      const run = weighing.then(() => weigh(stamp, access_token, cookie, owner))
      weighing = run.then(
        () => {},
        () => {},
      )
      return run.then(lost => {
        if (lost) return restore()
        // While nothing is held, one who was lost is being proved again.
        if (token.current()) consumer.notice()
      })
    },

    async adopt(access_token) {
      // A native app that holds the token knows better who its person is.
      const details = settings.renew ? undefined : await detailsOf(access_token).catch(() => undefined)
      if (!details || rank(details) === 2 || rank(token.current()) > 0) return
      // The device that nobody has named becomes the one that followed the link.
      token.drop(token.current()?.access_token)
      if (token.settle(token.stamp(), access_token, false)) token.learn(access_token, details)
      consumer.notice()
    },

    async identify(told) {
      if (!told) throw new TypeError('identify() takes an email or a partner_user_id')
      await told
      // What the event has told only in passing is this call's to answer: it fails where nobody can say.
      if (consumer.current().level === 'anonymous') await learn()
      return consumer.current()
    },

    async verify(given) {
      // What a person has done stays theirs: all of it is sent, however long that takes, before somebody else may be proved.
      if (consumer.current().level !== 'anonymous') await delivered()
      return verify(given)
    },
    recognize,
    prove: async used => token.current()?.access_token !== used || proveOnce(),

    async requestVerificationEmail() {
      const mail = await sendVerificationMail(client)
      stopWatching()
      stopWatching = watchForAnswer(async () => {
        await learn().catch(() => {})
        return consumer.current().level !== 'identified'
      })
      return mail
    },

    eventUrl: (name, data) => eventUrl(client, settings, name, data),

    async logout() {
      await Promise.race([delivered(), new Promise(resolve => setTimeout(resolve, DELIVERY_MS))])
      const held = token.current()
      client.end()
      token.forget()
      store.bury()
      consumer.notice()
      hooks.tellTabs('logout')
      const emptied = delivery()
        .then(of => of.end())
        .then(
          () => true,
          () => false,
        )
      // The cookie may outlive the page's own copy, and be all that is left of the person.
      unrevoked = held?.access_token
      if (held || cookies()) await revoke()
      // What could not be forgotten the next page will find, and must know that it is nobody's any more.
      if (await emptied) store.lift()
    },

    async leave() {
      client.end()
      // What is kept, the other tab has seen to.
      if (!consent.keeps() || settings.renew) token.forget()
      consumer.notice()
      await (await delivery()).end()
    },
  }

  async function verify(given?: string) {
    const before = token.current()
    await submitProof(given)
    const after = token.current()
    // One that has taken its place was weighed on arrival.
    if (after?.access_token === before?.access_token || !after?.scopes.length) await learn()
    return consumer.current()
  }

  async function submitProof(given?: string) {
    const { fitProof, prove } = await verification()
    await prove(client, await fitProof(ask, given))
  }

  /** Resolves once nothing waits any more, or the platform cannot be reached. */
  function delivered() {
    return delivery().then(
      of => of.drain(),
      () => {},
    )
  }

  async function renew() {
    // A logout that the platform has not heard of: its cookie would bring the person back.
    if (store.buried()) await revoke().then(store.lift, () => {})
    const given = await takeFromApp()
    if (token.current()) return consumer.notice()
    const jwt = given || (consumer.known().level === 'verified' && ask && (await proofOrNothing()))
    // Under the cookie carrier a nameless zone finds the token of a cookie that outlived the page's copy.
    if (!jwt && !tokenDuration && cookies() && !store.buried())
      return client.exchange({ method: 'POST', path: '/zones', body: '{}' })
    const body = new URLSearchParams(jwt ? { jwt } : {})
    if (tokenDuration) body.set('duration_seconds', String(tokenDuration))
    await client.exchange({ method: 'POST', path: TOKEN_PATH, body, brings })
    if (!given || !created) return
    // On a page that knew nobody nothing has weighed it.
    token.learn(created.access_token, created.details)
    consumer.notice()
  }

  /** The native app's token, where that lives; answers a proof, where the app has that to give. */
  async function takeFromApp(): Promise<string | undefined> {
    // What it had at hand may be dead: then it makes another.
    let dead: string | undefined
    for (let tries = 2; settings.renew && tries--; ) {
      const { access_token, jwt, details } = await settings.renew(dead)
      if (jwt || !access_token) return jwt
      const worth = details || (await detailsOf(access_token))
      if (worth && token.settle(token.stamp(), access_token, false)) return void token.learn(access_token, worth)
      dead = access_token
    }
    return undefined
  }

  /** A host that cannot prove who the consumer is leaves a device that nobody has named. */
  async function proofOrNothing() {
    try {
      return await (await verification()).fitProof(ask)
    } catch (error) {
      hooks.tell(error)
      return undefined
    }
  }

  /** An answer that makes a token tells what it is worth, too. */
  function brings({ status, text }: Answer): string | undefined {
    try {
      const { access_token, ...details } = status < 300 && JSON.parse(text)
      created = { access_token, details: readDetails(details) }
      return access_token
    } catch {
      return undefined // a captive portal's page
    }
  }

  /** Returns whether somebody was lost whom the native app, or a proof of the host, can bring back. */
  async function weigh(stamp: number, access_token: string, cookie: boolean, owner: string | undefined) {
    const details = created?.access_token === access_token ? created.details : await detailsOf(access_token)
    created = undefined
    // Dead already; or somebody has logged out meanwhile, perhaps in another tab.
    if (!details || token.owner() !== owner) return false
    const held = token.current()
    const gain = rank(details) - rank(held)
    // Instead of one that went in the header, the platform means another; a cookie may just not have come along.
    if (!held || gain > 0 || (!gain && (rank(held) > 0 || !held.cookie))) {
      // What is worth more was earned by its call, whatever has been settled since.
      if (token.settle(gain > 0 ? token.stamp() : stamp, access_token, cookie)) token.learn(access_token, details)
      return false
    }
    if (await detailsOf(held.access_token)) {
      // Only its cookie is gone, or this browser never takes it.
      token.learn(held.access_token, { cookie: false })
      return false
    }
    token.drop(held.access_token)
    if (settings.renew || (jwt && rank(held) === 2)) return true
    token.settle(token.stamp(), access_token, cookie)
    token.learn(access_token, details)
    return false
  }

  async function restore() {
    try {
      await client.open(renew)
      await client.weighed()
    } finally {
      consumer.notice()
    }
  }

  /** Reads what the token in force is worth, and once more where it was replaced meanwhile. */
  async function look() {
    let asked: string | undefined
    do {
      asked = token.current()?.access_token
      const details = readDetails(await client.api('GET', TOKEN_PATH))
      if (asked) token.learn(asked, details)
    } while (token.current() && token.current()?.access_token !== asked)
  }

  /** Nothing where the platform does not know the token any more. */
  async function detailsOf(access_token: string): Promise<Details | undefined> {
    const looked = client.exchange({ method: 'GET', path: TOKEN_PATH, bearer: true }, access_token)
    const answer = await looked.catch((error: RewardsError) => {
      if (!isDeadToken(error)) throw error
      return undefined
    })
    try {
      return answer && readDetails(JSON.parse(answer.text))
    } catch {
      // Without its cause, whose text quotes the answer: there may be a token in it.
      throw client.error('network_error', 'Not from the platform', { retryable: true })
    }
  }
}

/** A host that never answers must not hold up every call, in every tab. */
const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new TypeError('options.jwt does not answer')), PROOF_MS)
  })

/** One run for all who ask while it is under way. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

function readDetails(json: unknown): Details {
  const { scopes, expires_in } = Object(json)
  return {
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    expires_at: expires_in > 0 ? Math.min(Date.now() + expires_in * 1000, LAST_DATE) : 0,
  }
}

const rank = (held: Partial<Details> | undefined) => LEVELS.indexOf(consumerOf(held).level)
