import type { LoadDiagnostics } from '../../../src/diagnostics/load.js'
import { aborted } from '../../../src/error/error.js'

export const loadDiagnostics: LoadDiagnostics = () => import('../../../src/diagnostics/index.js')

/** For a page that cannot fetch the file. */
export const failToLoad: LoadDiagnostics = () => Promise.reject(aborted())
