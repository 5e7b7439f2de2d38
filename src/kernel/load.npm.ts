import { loadPart } from './load-part.js'
import type { Imports, Load } from './modules.js'

/** A bundler creates a file for each `import()`. */
const IMPORTS: Imports = {
  diagnostics: () => import('../diagnostics/index.js'),
  events: () => import('../outbox/index.js'),
  gcm: () => import('../consent/gcm.js'),
  gpc: () => import('../consent/gpc.js'),
  gpp: () => import('../consent/gpp.js'),
  identity: () => import('../session/identity.js'),
  native: () => import('../native/shell.js'),
  resources: () => import('../resources/index.js'),
  share: () => import('../page/share.js'),
  tcf: () => import('../consent/tcf.js'),
  verify: () => import('../session/jwt.js'),
  widgets: () => import('../../widgets/index.js'),
}

/** For the npm package. */
export const loadFromPackage: Load = name => loadPart(name, IMPORTS[name])
