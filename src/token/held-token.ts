import type { Scope } from './scope.js'

/** A consumer token as the page holds it. */
export interface HeldToken {
  access_token: string
  scopes: Scope[]
  /** Epoch milliseconds; 0 where the platform has not said. */
  expires_at: number
  /** A random id of the person on this device, which marks whose an event is. Renewed when the person changes. */
  owner: string
  /** The platform's own id of the identity that the token stands for (specification 2.1), where the platform has said it. */
  identity_id?: string | undefined
  /** The token stands for a device: the `identity_id` of the person who was here before it, whose token has died. */
  person_id?: string | undefined
  /** The program domain's own cookie holds it too: a token goes on travelling the way it came. */
  cookie: boolean
}

/** The platform's details of a token (specification 4.3). */
export type TokenDetails = Pick<HeldToken, 'scopes' | 'expires_at' | 'identity_id'>
