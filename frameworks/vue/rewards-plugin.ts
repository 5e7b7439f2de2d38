import type { App, InjectionKey } from 'vue'
import type { DemoOptions, Rewards, RewardsOptions } from '../../src/api.js'
import { followErrors, type OnError, pageRuntime, refuseQueue } from '../page-runtime.js'

/** The key of the runtime, for `app.provide(rewardsKey, rewards)` with a runtime that you have created. */
export const rewardsKey: InjectionKey<Rewards> = Symbol('rewards')

/**
 * Gives a runtime to all components of an app: `app.use(rewardsPlugin, { domain: 'https://share.brand.com' })`. Takes the options of
 * `createRewards`, and `onError`, which is called with each error of the runtime: the console then shows none of them. The page's first app for a
 * program domain creates the runtime; later options are not read. Throws `invalid_argument`; the message names the option.
 */
export const rewardsPlugin = {
  install(app: App, given: (RewardsOptions | DemoOptions) & { onError?: OnError | undefined }): void {
    refuseQueue(given)
    const { onError, ...options } = { ...given }
    const rewards = pageRuntime(options)
    app.provide(rewardsKey, rewards)
    if (!onError) return
    const stop = followErrors(rewards, onError)
    if (app.onUnmount) app.onUnmount(stop)
    else stopWithRoot(app, stop)
  },
}

/** Before Vue 3.5, an app has no `onUnmount()`. Its root component is unmounted with it. */
function stopWithRoot(app: App, stop: () => void) {
  app.mixin({
    unmounted() {
      if (!this.$parent) stop()
    },
  })
}
