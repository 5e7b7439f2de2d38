import { RewardsError } from '../error/error.js'
import type { Mounted } from '../page/mount.js'
import type { Settings } from '../settings/options.js'
import { connect } from './connect.js'
import type { Load } from './modules.js'
import type { Rewards } from './rewards.js'

/**
 * Creates a runtime for a server. One process answers the requests of many people there, so the runtime remembers nobody: its consumer is
 * anonymous, it stores nothing, and every call rejects with `browser_only`.
 */
export function createServerRuntime(settings: Settings, load: Load): Rewards {
  // With another consent, a source would be followed, or storage would be allowed.
  const rewards = connect(Object.freeze({ ...settings, consent: 'unset' }), load, browserOnly)
  return Object.assign(rewards, { mount: () => mountNothing(rewards.report('browser_only', MESSAGE)) })
}

const MESSAGE = 'This call needs a browser: make it in an effect or an event handler, or pass the option `fetch`'

const browserOnly = () => new RewardsError('browser_only', MESSAGE)

/** Draws nothing, and throws only where the caller reads the element. */
const mountNothing = (error: RewardsError): Mounted => ({
  get element(): HTMLElement {
    throw error
  },
  update() {},
  remove() {},
})
