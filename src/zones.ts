import { loadForZones } from './kernel/load.zones.js'
import { startScript } from './kernel/start-script.js'

// The entry of the script tag for pages with a zone above the fold.
startScript(loadForZones)
