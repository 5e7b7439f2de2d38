import type { Rewards } from '../../src/api.js'
import { readObject, readText } from '../readers.js'

/**
 * Has the platform send the consumer an email whose link verifies them. With `email`, identifies them by that address first. `needs_address`: the
 * platform knows the consumer by an id, or the address is not valid.
 */
export async function sendVerification(rewards: Rewards, email = ''): Promise<'sent' | 'needs_address' | 'failed'> {
  try {
    if (email) await rewards.identify({ email })
    const { status } = await rewards.requestVerificationEmail()
    return status === 'FAILED' ? 'failed' : 'sent'
  } catch (error) {
    return /^invalid_(person_)?email$/.test(readText(readObject(error).code)) ? 'needs_address' : 'failed'
  }
}
