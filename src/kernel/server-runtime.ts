import { RewardsError } from '../error/error.js'
import type { Settings } from '../settings/options.js'
import { connect } from './connect.js'
import type { Load } from './modules.js'
import type { Rewards } from './rewards.js'

/**
 * Creates a runtime for a server. One process answers the requests of many people there, so the runtime remembers nobody: its consumer is
 * anonymous, it stores nothing, and every call rejects with `browser_only`.
 */
export const createServerRuntime = (settings: Settings, load: Load): Rewards =>
  // With another consent, a source would be followed, or storage would be allowed.
  connect(Object.freeze({ ...settings, consent: 'unset' }), load, browserOnly)

const browserOnly = () =>
  new RewardsError(
    'browser_only',
    'This call needs a browser: make it in an effect or an event handler, or pass the option `fetch`',
  )
