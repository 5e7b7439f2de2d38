import { scriptLoaders } from './kernel/loaders.script.js'
import { startScript } from './kernel/start-script.js'

// The script tag's entry.
startScript(scriptLoaders)
