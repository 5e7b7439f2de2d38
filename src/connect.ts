import type { App } from './app.js'
import { createCalls } from './calls.js'
import { createConsent } from './consent/consent.js'
import { watchConsumer } from './consumer.js'
import { createFacade } from './facade.js'
import type { RewardsError } from './http/error.js'
import type { Loaders } from './loaders.js'
import type { Settings } from './options.js'
import type { Rewards } from './rewards.js'
import { eraseDevice } from './session/erase-device.js'
import { createSession } from './session/session.js'
import { startRuntime } from './start-runtime.js'
import { joinTabs } from './tabs.js'
import { createTracker } from './track.js'

/** Connects the modules of a runtime with each other. With a `fault` every call rejects with it. */
export function connect(settings: Settings, loaders: Loaders, fault?: RewardsError): Rewards {
  const name = `rewards:${settings.base}`
  const target = new EventTarget()
  const calls = createCalls(target, fault)
  const { emit, reportError } = calls
  const app: App = { isConnected: false }
  const base = { name, target, settings, app, reportError }

  const session = createSession({
    ...base,
    loadModule: loaders.loadIdentity,
    consent: () => consent,
    consumer: () => consumer,
    identityContext: () => context,
  })
  const { store, token, authorizer, loadIdentity } = session
  const tracker = createTracker({
    ...session,
    ...base,
    loadOutbox: loaders.loadOutbox,
    canStore: () => consent.canStore(),
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
    onConsent: message => consent.followTab(message),
    onSettled: tracker.settleElsewhere,
    onLogout: () =>
      loadIdentity()
        .then(identity => identity.followLogout())
        .catch(reportError),
    onOtherPerson: () => store.isShared() && authorizer.endSession(),
    onConsumerChange: () => consumer.refresh(),
  })
  // A tab that was opened before may still write.
  if (settings.consent === 'denied') broadcast({ consent: 'denied' })

  const { loadProof } = loaders
  const context = { ...base, ...session, consent, consumer, tracker, loadProof, broadcast }
  const loadShell = async () => (await loaders.loadShell()).connectShell(context)
  const rewards = createFacade({ ...context, loaders, calls, loadShell })
  startRuntime({ ...context, rewards, call: calls.call, loadShell, fault })
  return rewards
}
