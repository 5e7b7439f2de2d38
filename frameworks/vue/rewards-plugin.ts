import type { App, InjectionKey } from 'vue'
import type { DemoOptions, Rewards, RewardsOptions } from '../../src/api.js'
import { pageRuntime } from '../page-runtime.js'

/** The key of the runtime, for `app.provide(rewardsKey, rewards)` with a runtime that you have created. */
export const rewardsKey: InjectionKey<Rewards> = Symbol('rewards')

/**
 * Gives a runtime to all components of an app: `app.use(rewardsPlugin, { domain: 'https://share.brand.com' })`. Takes the options of
 * `createRewards`. The page's first app for a program domain creates the runtime; later options are not read. Throws `invalid_argument`; the
 * message names the option.
 */
export const rewardsPlugin = {
  install: (app: App, options: RewardsOptions | DemoOptions): void =>
    void app.provide(rewardsKey, pageRuntime(options)),
}
