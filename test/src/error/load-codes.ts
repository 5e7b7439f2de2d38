import type { LoadCodes } from '../../../src/http/read.js'

/** Loads the table of the platform's codes, as a page does. */
export const loadCodes: LoadCodes = () => import('../../../src/error/error-code.js')
