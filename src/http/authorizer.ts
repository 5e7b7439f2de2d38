import type { RewardsError } from '../error/error.js'
import type { ArrivedToken } from '../token/login.js'
import type { Request } from './exchange.js'
import type { Answer } from './send.js'

/** The consumer's session, as the client needs it. `session/authorizer.ts` implements it. */
export interface Authorizer {
  /**
   * Waits until the page has a token, and has one acquired if nobody is doing so. Resolves with undefined when the call can be sent. A call that may
   * bring the page's first token is sent by `send`, without a token; then this resolves with its answer. `previous` is the error of the first
   * attempt at this call. Throws when no token can be acquired.
   */
  authorize(request: Request, send: () => Promise<Answer>, previous?: RewardsError): Promise<Answer | undefined>
  /** Takes a token that an answer has brought and that is not the token of its call. */
  accept(arrived: ArrivedToken): void
  /** Resolves once it is known whose the newest token is. */
  evaluated(): Promise<void> | undefined
  /**
   * Decides about a call that has failed: resolves when a second attempt can succeed, with another token. Throws `error` otherwise.
   * `previous` is the error of the attempt before.
   */
  recover(error: RewardsError, access_token: string | undefined, previous?: RewardsError): Promise<void>
}
