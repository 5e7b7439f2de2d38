import type { ConsentState } from './consent/consent.js'
import type { Consumer, ConsumerWatch } from './consumer.js'
import { evaluateToken } from './evaluate-token.js'
import type { Client } from './http/client.js'
import { createLogout, delivered } from './logout.js'
import { once } from './once.js'
import type { Data, Settings } from './options.js'
import { createProving } from './proving.js'
import { createRenewal } from './renewal.js'
import type { TokenStore } from './token/store.js'
import type { Token, TokenDetails } from './token/token.js'
import { fetchDetails, rankOf, readDetails, TOKEN_PATH } from './token-details.js'
import type { Tracker } from './track.js'
import { eventUrl } from './urls.js'
import { sendVerificationMail, type VerificationMail, watchForAnswer } from './verification-mail.js'
import type * as Verification from './verify.js'

/** What the calls about who the consumer is work on. */
export interface IdentityHooks {
  /** `rewards:<program domain>`: what this program's data on the device is called. */
  name: string
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
  tellTabs(news: 'logout' | 'person'): void
  tell(error: unknown): void
}

export interface Identity {
  /** Reads what the token in force is worth (specification 4.3, consumer token details), once for all who want to know. */
  learn(): Promise<void>
  /** Brings a token where none is held: by proof for a consumer who had proved who they are, with the life the host has asked for. */
  renew(): Promise<unknown>
  /** The platform brought another token than the one held: decides which of the two is to be in force. */
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

/** What waits is sent before somebody else may be proved; beyond this it waits, with the token of the person who did it. */
const DELIVERY_MS = 10_000

/** As long as any other call waits for its answer. The event of `identify()` goes on waiting after that. */
const ANSWER_MS = 30_000

export function createIdentity(hooks: IdentityHooks): Identity {
  const { settings, client, token, consumer, tracker } = hooks
  /** Whoever wants to know who the consumer is waits for this first. */
  let weighing: Promise<void> = Promise.resolve()
  /** Ends the watch for the answer to the last mail. */
  let stopWatching = () => {}
  const learn = once(async () => {
    await weighing
    if (token.current()) await look()
    consumer.notice()
  })
  /** A token that came by the program's cookie may be a person's, also where nobody has asked yet whose it is. */
  const learnHolder = async () => {
    if (token.current() && !consumer.current().scopes.length) await learn()
  }
  const { logout, leave, revoke, logouts } = createLogout(hooks)
  const { verify, verifyOnce, recognize, proof } = createProving({ ...hooks, learn, learnHolder, logouts })
  const { renew, takeCreated } = createRenewal({ ...hooks, revoke, settle, proof })
  const evaluation = {
    client,
    token,
    settle,
    takeCreated,
    canRestore: (lost: TokenDetails) => Boolean(settings.renew || (settings.jwt && rankOf(lost) === 2)),
  }

  /** Puts a token in force. The calls of the person before end where it stands for another one. */
  function settle(stamp: number, access_token: string, cookie: boolean, details: TokenDetails) {
    const isAnother = token.isAnotherPerson(details)
    if (!token.settle(stamp, access_token, cookie, details)) return false
    if (isAnother) {
      client.end()
      hooks.tellTabs('person')
    }
    return true
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

  return {
    learn,
    renew,
    recognize,
    logout,
    leave,
    eventUrl: (name, data) => eventUrl(client, settings, name, data),
    prove: async used => token.current()?.access_token !== used || verifyOnce(),

    weigh(stamp, access_token, cookie) {
      // One after the other, or one would tell of a state that another is about to leave.
      const owner = token.owner()
      const run = weighing.then(() => evaluateToken(evaluation, stamp, access_token, cookie, owner))
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
      if (token.current()?.access_token === access_token) return
      // A native app that holds the token knows better who its person is.
      const details = settings.renew ? undefined : await fetchDetails(client, access_token).catch(() => undefined)
      if (!details || rankOf(details) === 2 || rankOf(token.current()) > 0) return
      // The device that nobody has named becomes the one that followed the link.
      token.drop(token.current()?.access_token)
      settle(token.stamp(), access_token, false, details)
      consumer.notice()
    },

    async identify(told) {
      if (!told) throw new TypeError('identify() takes an email or a partner_user_id')
      await inTime(told, client)
      // What the event has told only in passing is this call's to answer: it fails where nobody can say.
      if (consumer.current().level === 'anonymous') await learn()
      return consumer.current()
    },

    async verify(given) {
      const before = logouts()
      await learnHolder()
      if (consumer.current().level !== 'anonymous') await delivered(tracker, DELIVERY_MS)
      if (logouts() !== before) throw client.error('logged_out', 'Logged out')
      return verify(given)
    },

    async requestVerificationEmail() {
      const mail = await sendVerificationMail(client)
      stopWatching()
      stopWatching = watchForAnswer(async () => {
        await learn().catch(() => {})
        return consumer.current().level !== 'identified'
      })
      return mail
    },
  }
}

/** What `told` resolves with. Throws `timeout` where that takes longer than a call may. */
async function inTime(told: Promise<unknown>, client: Client): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = 'identify() has no answer yet. The claim waits, and is sent once the platform can be reached.'
      reject(client.error('timeout', message, { retryable: true }))
    }, ANSWER_MS)
  })
  try {
    return await Promise.race([told, late])
  } finally {
    clearTimeout(timer)
  }
}
