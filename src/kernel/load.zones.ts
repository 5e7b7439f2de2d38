import { nextTask } from '../base/next-task.js'
import { loadFromFolder } from './load.script.js'
import type { Imports, Load } from './modules.js'

/** The modules in `rewards-zones.js`: the widgets, and the code that shares their links. */
const INCLUDED: Partial<Imports> = {
  async widgets() {
    // The requests for the zones of the page are sent first.
    await nextTask()
    return customElements.get('rewards-zone') ?? import('../../widgets/index.js')
  },
  share: () => import('../page/share.js'),
}

/** For `rewards-zones.js`. */
export const loadForZones: Load = name => INCLUDED[name]?.() ?? loadFromFolder(name)
