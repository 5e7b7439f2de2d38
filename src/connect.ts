import { createCalls } from './calls.js'
import { createConsent } from './consent/consent.js'
import { watchConsumer } from './consumer.js'
import { createFacade } from './facade.js'
import { createClient } from './http/client.js'
import type { RewardsError } from './http/error.js'
import type { Loaders } from './loaders.js'
import type { Settings } from './options.js'
import type { Rewards } from './rewards.js'
import { eraseDevice } from './session/erase-device.js'
import { createSession } from './session/session.js'
import { startRuntime } from './start-runtime.js'
import { joinTabs } from './tabs.js'
import { createCarrier } from './token/carrier.js'
import { createTokenStore } from './token/store.js'
import { createToken } from './token/token.js'
import { createTracker } from './track.js'
import { withLock } from './with-lock.js'

/** Longer than another tab takes to get a token, if it gets one. */
const TOKEN_LOCK_MS = 60_000
/** Longer than another tab is busy with a single event. */
const DELIVERY_LOCK_MS = 120_000

/** Connects the modules of a runtime with each other. With a `fault` every call rejects with it. */
export function connect(settings: Settings, loaders: Loaders, fault?: RewardsError): Rewards {
  const name = `rewards:${settings.base}`
  const target = new EventTarget()
  const calls = createCalls(target, fault)
  const { emit, reportError } = calls

  const store = createTokenStore(settings)
  const token = createToken(store)
  const carrier = createCarrier(settings, { token, store, isAllowed: () => consent.allowsCookies() })
  const { authorizer, loadIdentity } = createSession({
    settings,
    token,
    store,
    loadModule: loaders.loadIdentity,
    consumer: () => consumer,
    identityContext: () => context,
    reportError,
    withLock: work => withLock(consent.keeps() && `${name}:token`, work, TOKEN_LOCK_MS),
  })
  const client = createClient(settings, {
    authorizer,
    token,
    carrier: carrier.current,
    onConsent: state => consent.receive(state),
  })
  const tracker = createTracker({
    ...settings,
    name,
    client,
    token,
    loadOutbox: loaders.loadOutbox,
    cookies: carrier.usesCookies,
    remembers: store.isRemembered,
    keeps: () => consent.keeps(),
    withLock: (work, progress) => withLock(consent.keeps() && name, work, DELIVERY_LOCK_MS, progress),
    onReceipt: receipt => emit('receipt', receipt),
    onRefusal: reportError,
    onSettled: settled => broadcast(settled),
  })
  const consent = createConsent(settings.consent, {
    store,
    loadSource: loaders.loadConsentSource,
    onAllowed: tracker.retry,
    onDenied: wasAllowed => eraseDevice({ name, wasAllowed, tracker, reportError }),
    onChange(message) {
      broadcast(message)
      // A token that an earlier page has kept may be read from now on.
      consumer.refresh()
    },
    onError: reportError,
  })
  // Only now is it known whether a token that was kept may be read.
  const consumer = watchConsumer(token, current => {
    emit('consumer', current)
    broadcast('consumer')
    tracker.retry()
  })
  const broadcast = joinTabs(name, {
    onConsent: message => consent.follow(message),
    onSettled: tracker.settleElsewhere,
    onLogout: () =>
      void loadIdentity()
        .then(identity => identity.leave())
        .catch(reportError),
    onOtherPerson: () => store.isShared() && authorizer.endSession(),
    onConsumerChange: () => consumer.refresh(),
  })
  // A tab that was opened before may still write.
  if (settings.consent === 'denied') broadcast({ consent: 'denied' })

  const context = {
    name,
    target,
    settings,
    loaders,
    client,
    token,
    store,
    consent,
    consumer,
    tracker,
    authorizer,
    usesCookies: carrier.usesCookies,
    loadIdentity,
    loadProof: loaders.loadProof,
    broadcast,
    reportError,
  }
  const loadShell = async () => (await loaders.loadShell()).shellOf(context)
  const rewards = createFacade({ ...context, calls, connection: context, loadShell })
  startRuntime({ ...context, rewards, call: calls.call, loadShell, fault })
  return rewards
}
