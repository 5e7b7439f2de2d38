import type { RewardsError } from '../error/error.js'
import type { Client } from '../http/client.js'
import type { CallOptions } from '../http/exchange.js'
import { isAnswerLost } from '../http/retry.js'
import type { Data } from '../settings/options.js'
import { doubted } from '../token/login.js'
import type { IdentityContext } from './identity-context.js'
import { waitForDelivery } from './waiting-events.js'

interface Claims {
  email?: unknown
  partner_user_id?: unknown
}

/** A call that identifies the consumer delivers the waiting events for this long. */
const CLAIM_DELIVERY_MS = 2_000

/**
 * Sends a call whose data identifies an anonymous consumer. The platform then replaces their token, and recognizes a repeated event
 * only by its token or the tokens that have replaced it. If the page lost the new token, a waiting event could be recorded twice. So the
 * waiting events are delivered first, and if the answer is lost, the claim is repeated while the platform still accepts the replaced token.
 */
export async function sendClaim<T>(context: IdentityContext, data: Data, send: () => Promise<T>): Promise<T> {
  const { client, token, tracker } = context
  await waitForDelivery(tracker, CLAIM_DELIVERY_MS)
  try {
    return await send()
  } catch (error) {
    // With the program's cookie, the next answer brings the new token. Otherwise the call ends after the repetition: a proof may follow.
    if (isAnswerLost(error as RewardsError) && !client.isSimple())
      await repeatClaim(client, data).catch(() => token.apply(doubted))
    throw error
  }
}

/** A zone without a name only identifies the consumer: the platform records nothing. */
export const repeatClaim = (client: Client, claims: Claims, options?: CallOptions) =>
  client.web('/zones', { data: claimsIn(claims) }, options)

/** Only what identifies the consumer. */
export const claimsIn = ({ email, partner_user_id }: Claims): Data => ({
  ...(email ? { email } : {}),
  ...(partner_user_id ? { partner_user_id } : {}),
})
