import type { App, AppCredentials } from '../app.js'
import type { ConsentState } from '../consent/consent.js'
import { RewardsError } from '../http/error.js'
import { randomId } from '../random-id.js'
import type { SessionAuthorizer } from '../session/authorizer.js'
import type { TokenStore } from '../token/store.js'
import { ownerFromApp, type Token } from '../token/token.js'
import type { Tracker } from '../track.js'
import type { Payload } from './bridge.js'

export interface ShellTokenContext {
  authorizer: SessionAuthorizer
  app: App
  token: Token
  store: TokenStore
  consent: ConsentState
  tracker: Tracker
  /** The calls about who the consumer is. */
  loadIdentity(): Promise<{ renew(): Promise<unknown>; followLogout(): Promise<void> }>
  reportError(error: unknown): void
}

interface Host {
  offers(capability: string): boolean
  request(type: string): Promise<Payload>
  notify(type: string, payload: object): void
}

export interface ShellToken {
  /** Takes what a welcome says about the person. `held`: every call of the page is waiting for it. */
  adopt(welcome: Payload, held: boolean): Promise<void>
}

/** What waits gets this long to be delivered under the name that the page had before the app gave it another. */
const TAKEOVER_DELIVERY_MS = 2_000

/**
 * The consumer's token, where the native app keeps it: on the page it lives in memory alone, and travels in the header. What the app
 * brings or makes anew is taken, and each change is told to it.
 */
export function createShellToken(context: ShellTokenContext, host: Host): ShellToken {
  const { authorizer, app, token, store, consent, tracker, loadIdentity, reportError } = context
  /** What the app has brought, until it is in force or known to be dead. */
  let brought: Payload | undefined
  /** Tokens and proofs that have had their turn: an app that gives one again gives nothing new. */
  const past = new Set<unknown>()
  /** What the app has, as far as is known: nothing is told twice, and who was never there cannot leave. */
  let told: string | undefined
  /** An opaque name that the app has for the person, the same on its next page. */
  let person: string | undefined
  let holds = false
  /** The app is not asked to bring somebody back. */
  let loggedOut = false
  /** Counts the persons: what was asked for one is not for the next. */
  let turn = 0

  async function adopt(welcome: Payload, held: boolean) {
    const { access_token, jwt } = read(welcome)
    const offer = access_token ?? jwt
    const nobody = welcome.token === null && !offer
    const name = welcome.person ? ownerFromApp(String(welcome.person)) : undefined
    // Whom the app does not name is another person with another token: what one has been shown is not for the next.
    const isOther = nobody ? told : person ? name && name !== person : told && offer && !past.has(offer)
    if (isOther) end()
    if (!told) person = name ?? person
    const isNew = offer && !past.has(offer)
    loggedOut = nobody || (loggedOut && !isOther && !isNew)
    if (isNew) {
      past.add(offer)
      brought = welcome
      told = offer
    }
    const isStranger = offer || nobody || name
    const begins = !holds && (offer || host.offers('token.renew') || host.offers('token.changed'))
    if (begins) {
      if (isStranger && !held) await delivered()
      hold()
    }
    if (!holds) return
    const leaves = isOther || (begins && isStranger)
    if (begins && !leaves) report()
    if (held && leaves) forget()
    else if (isNew && !leaves) token.drop(token.current()?.access_token)
    if (!leaves && !isNew) return
    // From here on every call waits: none finds the place empty between one person and the next.
    const left =
      leaves &&
      !held &&
      loadIdentity()
        .then(identity => identity.followLogout())
        .catch(reportError)
    const bring = async () => {
      await left
      if (isNew) await (await loadIdentity()).renew()
    }
    await (held ? bring() : authorizer.blockCalls(bring)).catch((error: RewardsError) => {
      if (error.retryable) brought = welcome
      throw error
    })
  }

  /** What belongs to the person before. */
  function end() {
    turn++
    past.clear()
    told = person = brought = undefined
  }

  /** Nothing has been done as anybody yet. What a page outside the app has kept need not be this person's, nor be taken for it. */
  function forget() {
    token.forget()
    store.clear(randomId())
  }

  function delivered() {
    const all = tracker.delivery().then(delivery => delivery.drain())
    return Promise.race([all, new Promise(resolve => setTimeout(resolve, TAKEOVER_DELIVERY_MS))]).catch(reportError)
  }

  function hold() {
    holds = true
    app.renewToken = next
    const keptSoFar = consent.canStore()
    store.handOver({
      owner: () => person,
      onWrite({ access_token }) {
        past.add(access_token)
        if (brought?.token === access_token) brought = undefined
        // The details may come in the same task.
        queueMicrotask(report)
      },
      onLogout() {
        turn++
        loggedOut = true
        told = brought = undefined
        host.notify('token.changed', { token: null })
      },
    })
    // Events are kept with their owner. The next page would take those of a person without a lasting name for somebody else's.
    consent.restrict(() => Boolean(person))
    if (!person && keptSoFar) tracker.delivery().then(delivery => delivery.moveToMemory(), reportError)
  }

  /** What there is to take instead of a token that is dead, or not there. `dead`: what was given last, if that is dead as well. */
  async function next(dead?: string): Promise<AppCredentials> {
    const mine = turn
    past.add(dead)
    if (dead && brought?.token === dead) brought = undefined
    const answer = brought || loggedOut ? {} : await host.request('token.renew').catch(() => ({}))
    if (mine !== turn) throw new RewardsError('logged_out', 'The consumer logged out during the call')
    const payload = brought ?? answer
    const given = read(payload)
    const { access_token } = given
    if (payload === brought) {
      // A proof is good for one try.
      if (!access_token) brought = undefined
    } else if (access_token && past.has(access_token)) return {}
    past.add(given.jwt)
    if (access_token) told = describe(access_token, payload.scopes)
    return given
  }

  function report() {
    const held = token.current()
    if (!held || !host.offers('token.changed')) return
    const { access_token, scopes, expires_at } = held
    const news = describe(access_token, scopes)
    if (news === told) return
    told = news
    const until = expires_at ? new Date(expires_at).toISOString() : null
    host.notify('token.changed', { token: access_token, scopes, expires_at: until })
  }

  return { adopt }
}

/** Without what no header can hold: an engine's own error about it would quote it. Nor a bar, which ends a field of the store. */
const WORD = /^[!-{}~]+$/

function read({ token, jwt, scopes, expires_at }: Payload): AppCredentials {
  const word = (given: unknown) => (typeof given === 'string' && WORD.test(given) ? given : undefined)
  const details = Array.isArray(scopes) ? { scopes: scopes.map(String), expires_at: timeOf(expires_at) } : undefined
  return { access_token: word(token), jwt: word(jwt), details }
}

const describe = (access_token: string, scopes: unknown) => `${access_token} ${scopes ?? ''}`

/** ISO 8601, or milliseconds. */
const timeOf = (value: unknown) => (value ? +new Date(value as string | number) || 0 : 0)
