import type { RewardsError } from './error.js'
import type { Request } from './exchange.js'
import type { Answer } from './send.js'

/** What a call gets before it leaves: a token, or, where the call itself has brought the page's first token, its answer. */
export type Authorization = { access_token: string | undefined } | { answer: Answer }

/** The consumer's session, as the client needs it. `session/` implements it. */
export interface Authorizer {
  /** Aborts when the consumer logs out, or another person takes their place. */
  signal(): AbortSignal
  /**
   * Waits until the page has a token. `send` sends the request without a token: an answer to it may bring one. `previous` is the error of
   * the first attempt at this call. Throws when no token can be had.
   */
  authorize(request: Request, send: () => Promise<Answer>, previous?: RewardsError): Promise<Authorization>
  /** Takes a token that an answer has brought and that is not the one of its call. `stamp` orders it among the other answers. */
  accept(stamp: number, access_token: string, travelsByCookie: boolean): void
  /** Resolves once it is known whose the newest token is. */
  evaluated(): Promise<void> | undefined
  /**
   * Decides about a call that has failed: resolves when a second attempt can succeed, with another token. Throws `error` otherwise.
   * `previous` is the error of the attempt before.
   */
  recover(error: RewardsError, access_token: string | undefined, previous?: RewardsError): Promise<void>
}
