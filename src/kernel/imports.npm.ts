import type * as diagnostics from '../diagnostics/index.npm.js'
import type { Imports } from './modules.js'

/** The modules of the runtime. A bundler creates a file for each `import()`. */
export const RUNTIME_IMPORTS: Omit<Imports<typeof diagnostics>, 'widgets'> = {
  codes: () => import('../error/error-code.js'),
  demo: () => import('../../testing/demo.js'),
  diagnostics: () => import('../diagnostics/index.npm.js'),
  events: () => import('../outbox/index.js'),
  gcm: () => import('../consent/gcm.js'),
  gpc: () => import('../consent/gpc.js'),
  gpp: () => import('../consent/gpp.js'),
  identity: () => import('../session/identity.js'),
  native: () => import('../native/shell.js'),
  personal: () => import('../resources/personal-data.js'),
  resources: () => import('../resources/index.js'),
  share: () => import('../page/share.js'),
  tcf: () => import('../consent/tcf.js'),
  verify: () => import('../session/jwt.js'),
}
