import { textOf, textsIn } from '../base/text-of.js'
import { RewardsError } from '../error/error.js'
import type { Client } from '../http/client.js'
import { isDeadToken } from '../http/retry.js'
import type { Answer } from '../http/send.js'
import type { TokenDetails } from '../token/login.js'
import { askAbout } from './ask-about.js'

/** The latest time that a `Date` can represent. */
const LAST_DATE = 8.64e15

/**
 * Reads the details of a token in the answer of `GET TOKEN_PATH`. Throws `network_error` if the answer is not about this token: a proxy may have
 * answered, from its cache or in the platform's place, or the answer was cut off.
 */
export function detailsIn(answer: Answer, access_token: string): TokenDetails {
  const body = Object(answer.json)
  if (body.access_token !== access_token || !Array.isArray(body.scopes)) throw incompleteAnswer(answer)
  return readDetails(body)
}

export const incompleteAnswer = ({ status }: Answer) =>
  new RewardsError('network_error', 'The answer is incomplete, or of another server', {
    status,
    retryable: true,
  })

/** Reads the details in an answer of `TOKEN_PATH` (specification 2.1). Ignores what has another type than specified. */
export function readDetails(json: unknown): TokenDetails {
  const { scopes, expires_in, identity_id, person_id } = Object(json)
  // `person_id` is the older name (specification 9).
  const identity = textOf(identity_id ?? person_id)
  return {
    scopes: textsIn(scopes),
    expires_at: expires_in > 0 ? Math.min(Date.now() + expires_in * 1000, LAST_DATE) : 0,
    ...(identity !== undefined && { identity_id: identity }),
  }
}

/** Asks the platform what a token stands for. Resolves with undefined if the token is dead. */
export async function fetchDetails(client: Client, access_token: string): Promise<TokenDetails | undefined> {
  const answer = await askAbout(client, access_token).catch((error: RewardsError) => {
    if (!isDeadToken(error)) throw error
    return undefined
  })
  return answer && detailsIn(answer, access_token)
}
