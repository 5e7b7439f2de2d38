import { loadFromPackage } from '../../src/kernel/load.npm.js'
import type { Imports, Load } from '../../src/kernel/modules.js'

/** Loads the modules of the package, and others in the place of some. */
export const replaceModules =
  (imports: Partial<Imports>): Load =>
  name =>
    imports[name]?.() ?? loadFromPackage(name)
