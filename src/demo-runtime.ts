import { RUNTIME_IMPORTS } from './kernel/imports.npm.js'
import { loadPart } from './kernel/load-part.js'
import type { Imports, Load } from './kernel/modules.js'
import type { Rewards } from './kernel/rewards.js'
import { startDemo } from './kernel/start-demo.js'

// The runtime of `<rewards-zone demo="…">`, which needs none of the page. For the npm package: `demo-runtime.script.ts` is the one of the script tag.

/** The element exists already. */
const IMPORTS: Imports = { ...RUNTIME_IMPORTS, widgets: async () => {} }

const load: Load = name => loadPart(name, IMPORTS[name])

export const createDemoRuntime = (): Rewards => startDemo(load)
