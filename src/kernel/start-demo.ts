import { demoOptions } from '../settings/demo-options.js'
import { readOptions } from '../settings/options.js'
import { connect } from './connect.js'
import type { Load } from './modules.js'
import type { Rewards } from './rewards.js'

/** Creates a runtime in demo mode. */
export const startDemo = (load: Load): Rewards => connect(readOptions(demoOptions({}, () => load('demo'))), load)
