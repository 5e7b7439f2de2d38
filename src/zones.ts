import { zonesLoaders } from './loaders.zones.js'
import { startScript } from './start-script.js'

// The entry of the script tag for pages with a zone above the fold.
startScript(zonesLoaders)
