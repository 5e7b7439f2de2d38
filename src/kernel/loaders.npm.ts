import { loadPart } from './load-part.js'
import type { Loaders } from './loaders.js'

const CONSENT_SOURCES = {
  tcf: () => import('../consent/tcf.js'),
  gpp: () => import('../consent/gpp.js'),
  gcm: () => import('../consent/gcm.js'),
  gpc: () => import('../consent/gpc.js'),
}

/** For the npm package: a bundler creates a file for each `import()`. */
export const npmLoaders: Loaders = {
  loadWidgets: () => loadPart('widgets', () => import('../../widgets/index.js')),
  loadResources: () => loadPart('resources', () => import('../resources/index.js')),
  loadOutbox: () => loadPart('events', () => import('../outbox/index.js')),
  loadIdentity: () => loadPart('identity', () => import('../session/identity.js')),
  loadJwt: () => loadPart('verify', () => import('../session/jwt.js')),
  loadShare: () => loadPart('share', () => import('../page/share.js')),
  loadShell: () => loadPart('native', () => import('../native/shell.js')),
  loadDiagnostics: () => loadPart('diagnostics', () => import('../diagnostics/index.js')),
  loadConsentSource: source => loadPart(source, CONSENT_SOURCES[source]),
}
