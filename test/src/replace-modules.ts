import type * as diagnostics from '../../src/diagnostics/index.script.js'
import { loadFromPackage } from '../../src/kernel/load.npm.js'
import type { Imports, Load } from '../../src/kernel/modules.js'

/** The modules of the script tag, in a test that does not build them, and others in the place of some. */
export const scriptModules = (imports: Partial<Imports> = {}): Load<typeof diagnostics> =>
  replaceModules({ diagnostics: () => import('../../src/diagnostics/index.script.js'), ...imports }) as Load<
    typeof diagnostics
  >

/** Loads the modules of the package, and others in the place of some. */
export const replaceModules =
  (imports: Partial<Imports>): Load =>
  name =>
    imports[name]?.() ?? loadFromPackage(name)
