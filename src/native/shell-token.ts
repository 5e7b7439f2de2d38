import type { Client } from '../http/client.js'
import type { GivenToken, Settings } from '../options.js'
import type { TokenStore } from '../token/store.js'
import type { HeldToken, Token } from '../token/token.js'
import type { Payload } from './bridge.js'
import type { Tracker } from './copy-events.js'

export interface ShellTokenHooks {
  client: Client
  settings: Settings
  token: Token
  store: TokenStore
  consent: { keeps(): boolean }
  tracker: Tracker & { delivery(): Promise<{ withdraw(): Promise<void> }> }
  /** The calls about who the consumer is. */
  who(): Promise<{ renew(): Promise<unknown>; leave(): Promise<void> }>
}

interface App {
  offers(capability: string): boolean
  request(type: string): Promise<Payload>
  notify(type: string, payload: object): void
}

export interface ShellToken {
  /** Takes what a welcome says about the person. `held`: every call of the page is waiting for it. */
  enter(welcome: Payload, held: boolean): Promise<unknown>
}

/**
 * The consumer's token, where the native app keeps it: on the page it lives in memory alone, and travels in the header. What the app
 * brings or makes anew is taken, and each change is told to it.
 */
export function createShellToken(hooks: ShellTokenHooks, app: App): ShellToken {
  const { client, settings, token, store, consent, tracker, who } = hooks
  /** What the app has brought, until it is taken. */
  let brought: Payload | undefined
  /** The newest token or proof that it has brought, and what it has last been told: neither is said twice. */
  let seen: unknown
  let told: string | undefined
  /** An opaque name that the app has for the person, the same on its next page. */
  let person: string | undefined
  let holds = false
  /** The app is not asked to bring somebody back. */
  let loggedOut = false

  async function enter(welcome: Payload, held: boolean) {
    const offer = welcome.token || welcome.jwt
    const other = welcome.person ? `p${encodeURIComponent(String(welcome.person))}` : undefined
    if (welcome.token === null || (other && person && other !== person)) await leave()
    person = other || person
    if (!holds && (offer || app.offers('token.renew') || app.offers('token.changed'))) await hold(offer)
    if (!offer || offer === seen || offer === token.current()?.access_token) return
    seen = offer
    brought = welcome
    loggedOut = false
    token.drop(token.current()?.access_token)
    const bring = async () => (await who()).renew()
    await (held ? bring() : client.open(bring, true))
  }

  /** The person has logged out of the app, or is another one now. */
  async function leave() {
    loggedOut = true
    seen = brought = undefined
    if (holds) await (await who()).leave()
  }

  async function hold(offer: unknown) {
    holds = true
    settings.renew = next
    const { write, bury } = store
    const { keeps } = consent
    const keptSoFar = keeps()
    store.keep(false)
    Object.assign(store, {
      keep() {},
      write(held: HeldToken) {
        write(person ? { ...held, owner: person } : held)
        // What it is worth may be known in the same breath.
        queueMicrotask(report)
      },
      bury() {
        bury()
        loggedOut = true
        brought = undefined
        app.notify('token.changed', { token: null })
      },
    })
    // Events are marked by whose they are: those of a person without a lasting name the next page would take for somebody else's.
    consent.keeps = () => Boolean(person) && keeps()
    if (!person && keptSoFar) await (await tracker.delivery()).withdraw()
    // One that a page outside the app has kept need not be this person's.
    if (offer) token.forget()
    else report()
  }

  /** What there is to take instead of a token that is dead, or not there. */
  async function next(): Promise<GivenToken | undefined> {
    const payload = brought ?? (loggedOut ? {} : await app.request('token.renew').catch(() => ({}) as Payload))
    brought = undefined
    const { token: access_token, jwt, scopes, expires_at } = payload
    if (typeof access_token === 'string') told = describe(access_token, scopes)
    const details = Array.isArray(scopes) && { scopes: scopes.map(String), expires_at: timeOf(expires_at) }
    return { access_token, jwt, details } as GivenToken
  }

  function report() {
    const held = token.current()
    if (!held) return
    const { access_token, scopes, expires_at } = held
    const news = describe(access_token, scopes)
    if (news === told) return
    told = news
    const until = expires_at ? new Date(expires_at).toISOString() : null
    app.notify('token.changed', { token: access_token, scopes, expires_at: until })
  }

  return { enter }
}

const describe = (access_token: string, scopes: unknown) => `${access_token} ${scopes ?? ''}`

/** ISO 8601, or milliseconds. */
const timeOf = (value: unknown) => (value ? +new Date(value as string | number) || 0 : 0)
