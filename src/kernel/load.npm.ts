import type * as diagnostics from '../diagnostics/index.npm.js'
import { RUNTIME_IMPORTS } from './imports.npm.js'
import { loadPart } from './load-part.js'
import type { Imports, Load } from './modules.js'

const IMPORTS: Imports<typeof diagnostics> = { ...RUNTIME_IMPORTS, widgets: () => import('../../widgets/index.js') }

/** For the npm package. */
export const loadFromPackage: Load<typeof diagnostics> = name => loadPart(name, IMPORTS[name])
