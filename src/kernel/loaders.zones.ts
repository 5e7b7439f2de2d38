import type { Loaders } from './loaders.js'
import { scriptLoaders } from './loaders.script.js'

/** For `rewards-zones.js`: the widgets, and the code that shares their links, are in the same file. */
export const zonesLoaders: Loaders = {
  ...scriptLoaders,
  async loadWidgets() {
    // The requests for the zones of the page are sent first.
    await new Promise(resolve => setTimeout(resolve))
    return customElements.get('rewards-zone') ?? import('../../widgets/index.js')
  },
  loadShare: () => import('../page/share.js'),
}
