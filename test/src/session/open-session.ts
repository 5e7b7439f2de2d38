import { createConsent } from '../../../src/consent/consent.js'
import type { RewardsError } from '../../../src/error/error.js'
import type * as identity from '../../../src/session/identity.js'
import type { IdentityContext } from '../../../src/session/identity-context.js'
import { createSession } from '../../../src/session/session.js'
import type { EventDelivery, WaitingEvents } from '../../../src/session/waiting-events.js'
import { type RewardsOptions, readOptions } from '../../../src/settings/options.js'
import type { App } from '../../../src/token/app.js'
import { type Consumer, watchConsumer } from '../../../src/token/consumer.js'
import { createToken } from '../../../src/token/token.js'
import { loadDiagnostics } from '../diagnostics/load.js'
import { loadCodes } from '../error/load-codes.js'
import { lifetime } from '../lifetime.js'
import { error, json, type Sent, web, wire } from '../wire.js'

export const DOMAIN = 'https://share.brand.localhost'

/** What the platform says of a token. */
export interface Said {
  scopes: string[]
  identity_id: string
}
export const DEVICE: Said = { scopes: ['LOCAL_PROFILE'], identity_id: 'p-device' }
export const IDENTIFIED: Said = { scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'], identity_id: 'p-ann' }
export const VERIFIED: Said = { scopes: [...IDENTIFIED.scopes, 'VERIFIED_CONSUMER'], identity_id: 'p-ann' }

interface SessionOptions extends Partial<RewardsOptions> {
  /** Answers a request in the platform's place. */
  answer?: ((sent: Sent) => Response | undefined | Promise<Response | undefined>) | undefined
  app?: Partial<App>
  loadModule?(): Promise<typeof identity>
  tracker?: WaitingEvents
}

/** A session before a platform that knows the tokens in `live`: any other token is dead. */
export function openSession({
  answer,
  app: given,
  loadModule = () => import('../../../src/session/identity.js'),
  tracker = createTracker(),
  ...options
}: SessionOptions = {}) {
  const live = new Map<string, Said>()
  let count = 0
  function create(said: Said) {
    const access_token = `new-${++count}`
    live.set(access_token, said)
    return access_token
  }
  function answerAsPlatform({ method, path, token = '', body }: Sent): Response {
    const said = live.get(token)
    if (path !== '/api/v5/token') return web(said ? token : create(DEVICE), '{"id":"e-1"}')
    if (method === 'POST') {
      const created = new URLSearchParams(body).has('jwt') ? VERIFIED : DEVICE
      return json({ access_token: create(created), expires_in: 3600, scopes: created.scopes })
    }
    if (method === 'DELETE') live.delete(token)
    if (!said) return error(401, 'invalid_access_token')
    return json(method === 'DELETE' ? { status: 'SUCCEEDED' } : { ...said, access_token: token, expires_in: 3600 })
  }
  const { fetch, requests } = wire(async sent => (await answer?.(sent)) ?? answerAsPlatform(sent))

  const errors: RewardsError[] = []
  const changes: Consumer['level'][] = []
  const broadcasts: Parameters<IdentityContext['broadcast']>[0][] = []
  const reportError = (error: unknown) => void errors.push(error as RewardsError)
  const base = {
    name: `rewards:${DOMAIN}`,
    settings: readOptions({ domain: DOMAIN, carrier: 'header', fetch, ...options }),
    app: { isConnected: false, ...given },
    lifetime,
    loadDiagnostics,
    loadCodes,
    reportError,
  }
  const session = createSession({
    ...base,
    loadIdentityModule: loadModule,
    consent: () => consent,
    consumer: () => consumer,
    identityContext: () => context,
  })
  const consent = createConsent(base.settings.consent, {
    token: session.token,
    lifetime,
    loadSource: () => Promise.reject(new Error('This page has no consent source')),
    onAllowed() {},
    onDenied() {},
    onChange() {},
    onError: reportError,
  })
  const consumer = watchConsumer(session.token, ({ level }) => changes.push(level))
  const context: IdentityContext = {
    ...base,
    ...session,
    consent,
    consumer,
    tracker,
    loadJwt: () => import('../../../src/session/jwt.js'),
    broadcast: message => broadcasts.push(message),
  }

  /** Puts a token in force, as an answer does whose token is known already. */
  function hold(access_token: string, said: Said, { isLive = true, travelsByCookie = false, expires_at = 0 } = {}) {
    if (isLive) live.set(access_token, said)
    session.token.replace({ stamp: session.token.stamp(), access_token, travelsByCookie }, { ...said, expires_at })
    consumer.refresh()
  }

  return {
    ...session,
    ...context,
    /** What a logout does to the calls under way and to the token. */
    logOut: session.token.forget,
    errors,
    /** The levels that `consumer` events would tell. */
    changes,
    broadcasts,
    live,
    hold,
    inForce: () => session.token.current()?.access_token,
    /** What has been sent: `GET /api/v5/token ann`. */
    sent: () => requests.map(({ method, path, token }) => [method, path, token].filter(Boolean).join(' ')),
    requests,
  }
}

/** A tracker without events. `delivery` replaces what its module does. */
export function createTracker(delivery: Partial<EventDelivery> = {}): WaitingEvents {
  const module: EventDelivery = {
    drain: async () => {},
    waiting: async () => (delivery.drain ? 'events' : 'nothing'),
    keepSender: async () => {},
    dropEvents: async () => {},
    moveToMemory: async () => {},
    onOriginRefused: () => () => {},
    ...delivery,
  }
  return {
    delivery: async () => module,
    usedDelivery: async () => module,
    withoutDelivery: work => work(),
    tracked: [],
  }
}

export type OpenSession = ReturnType<typeof openSession>

/** The token of another tab of this browser, where both may keep it. */
export function openTab() {
  const token = createToken({ base: DOMAIN, vendor: 'svc' })
  token.setPersistent(true)
  return { token }
}

/** A point that work passes once it is open. */
export function createGate() {
  let open = () => {}
  let reach = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const reached = new Promise<void>(resolve => {
    reach = resolve
  })
  async function pass() {
    reach()
    await opened
  }
  return {
    open: () => open(),
    /** Resolves when work waits at the gate. */
    reached,
    pass,
    /** For the option `answer` of `openSession()`: the platform answers these requests once the gate is open. */
    hold:
      (isHeld = (_: Sent) => true) =>
      async (sent: Sent) => {
        if (isHeld(sent)) await pass()
        return undefined
      },
  }
}
