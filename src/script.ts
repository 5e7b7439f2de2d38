import { scriptLoaders } from './loaders.script.js'
import { startScript } from './start-script.js'

// The script tag's entry.
startScript(scriptLoaders)
