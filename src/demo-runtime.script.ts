import { loadPart } from './kernel/load-part.js'
import type { Load } from './kernel/modules.js'
import type { Rewards } from './kernel/rewards.js'
import { startDemo } from './kernel/start-demo.js'

// The same as `demo-runtime.ts` for the script tag: the file `runtime.js` in the folder of the build, beside the modules.

const folder = import.meta.url.replace(/[^/]*$/, '')

const load: Load = name => loadPart(name, () => import(/* @vite-ignore */ `${folder}${name}.js`))

export const createDemoRuntime = (): Rewards => startDemo(load)
