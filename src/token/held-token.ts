import type { Scope } from './scope.js'

/** A consumer token as the page holds it. */
export interface HeldToken {
  access_token: string
  scopes: Scope[]
  /** Epoch milliseconds; 0 if the platform has not said. */
  expires_at: number
  /** A random id of the person on this device, which marks their events. It changes with the person, not with the token. */
  owner: string
  /** The platform's id of the identity that the token stands for (specification 2.1), if known. */
  identity_id?: string | undefined
  /** Only for an anonymous token that has replaced a person's dead token: the `identity_id` of that person. */
  person_id?: string | undefined
  /** The program domain's cookie holds the token, too. A token keeps travelling in the way in which it arrived. */
  travelsByCookie: boolean
}

/** A token that an answer has brought, and that is not in force yet. */
export interface ArrivedToken extends Pick<HeldToken, 'access_token' | 'travelsByCookie'> {
  /** Orders the token among other answers: see `Token`. */
  stamp: number
}

/** The platform's details of a token (specification 4.3). */
export type TokenDetails = Pick<HeldToken, 'scopes' | 'expires_at' | 'identity_id'>
