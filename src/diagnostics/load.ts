import type * as diagnostics from './index.js'

/** Loads what explains a mistake to developers. Throws `network_error`. */
export type LoadDiagnostics = () => Promise<typeof diagnostics>
