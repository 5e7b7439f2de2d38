import { createConsent } from '../consent/consent.js'
import { createCalls, type Fault } from '../page/calls.js'
import { joinTabs } from '../page/tabs.js'
import { createTracker } from '../page/track.js'
import { eraseDevice } from '../session/erase-device.js'
import { createSession } from '../session/session.js'
import type { Settings } from '../settings/options.js'
import type { App } from '../token/app.js'
import { watchConsumer } from '../token/consumer.js'
import { createFacade } from './facade.js'
import type { Load } from './modules.js'
import type { Rewards } from './rewards.js'
import { startRuntime } from './start-runtime.js'

/**
 * Creates the modules of a runtime and connects them. A module that needs a later one receives a function, which it calls only once all of
 * them exist. With a `fault`, every call rejects with it.
 */
export function connect(settings: Settings, load: Load, fault?: Fault): Rewards {
  /** Names what this program stores on the device, its locks, and the channel between its tabs. */
  const name = `rewards:${settings.base}`
  const controller = new AbortController()
  const lifetime = controller.signal
  const loadDiagnostics = () => load('diagnostics')
  const calls = createCalls({ lifetime, fault, debug: settings.debug, loadDiagnostics })
  const { target, emit, reportError } = calls
  /** `native/` fills it in if the page is in a native app. */
  const app: App = { isConnected: false }
  const basics = { name, target, lifetime, settings, app, reportError, loadDiagnostics, loadCodes: () => load('codes') }

  const session = createSession({
    ...basics,
    loadIdentityModule: () => load('identity'),
    consent: () => consent,
    consumer: () => consumer,
    identityContext: () => context,
  })
  const shared = { ...basics, ...session }
  const tracker = createTracker({
    ...shared,
    loadOutbox: () => load('events'),
    canStore: () => consent.canStore(),
    onReceipt: receipt => emit('receipt', receipt),
    onRefusal: reportError,
    tellTabs: settled => broadcast(settled),
  })
  const consent = createConsent(settings.consent, {
    ...shared,
    loadSource: load,
    onAllowed: tracker.resume,
    onDenied: wasAllowed => eraseDevice({ name, wasAllowed, tracker, reportError }),
    onChange(message) {
      broadcast(message)
      // With consent the page may read the token that an earlier page has stored.
      consumer.refresh()
    },
    onError: reportError,
  })
  // Created after `consent`: it reads the stored token at once, if that is allowed.
  const consumer = watchConsumer(session.token, current => {
    emit('consumer', current)
    broadcast('consumer')
    tracker.retry()
  })
  const broadcast = joinTabs(name, controller.signal, {
    onConsent: message => consent.followTab(message),
    onSettled: tracker.settleElsewhere,
    onLogout: session.followLogout,
    onConsumerChange: () => consumer.refresh(),
  })
  // Tabs that were opened earlier may still be storing data.
  if (settings.consent === 'denied') broadcast({ consent: 'denied' })

  const context = { ...shared, consent, consumer, tracker, broadcast, loadJwt: () => load('verify') }
  const loadShell = async () => (await load('native')).connectShell(context)
  const rewards = createFacade({ ...context, load, calls, loadShell, endLifetime: () => controller.abort() })
  startRuntime({ ...context, rewards, call: calls.call, loadShell, fault })
  return rewards
}
