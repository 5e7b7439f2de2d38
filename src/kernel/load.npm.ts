import { RUNTIME_IMPORTS } from './imports.npm.js'
import { loadPart } from './load-part.js'
import type { Imports, Load } from './modules.js'

const IMPORTS: Imports = { ...RUNTIME_IMPORTS, widgets: () => import('../../widgets/index.js') }

/** For the npm package. */
export const loadFromPackage: Load = name => loadPart(name, IMPORTS[name])
