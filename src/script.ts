import { loadFromFolder } from './kernel/load.script.js'
import { startScript } from './kernel/start-script.js'

// The script tag's entry.
startScript(loadFromFolder)
