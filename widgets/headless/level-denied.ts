import type { Consumer } from '../../src/api.js'
import { RewardsError } from '../../src/error/error.js'

/** The error for a consumer whose level is too low, for a request that the platform would refuse and that is therefore not sent. */
export const levelDenied = (what: string, level: Consumer['level']): RewardsError =>
  new RewardsError('scopes_denied', `${what} needs a consumer who is ${level}`)
