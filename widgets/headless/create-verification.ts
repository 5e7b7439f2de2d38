import type { Rewards } from '../../src/api.js'
import { sendVerification } from '../kit/send-verification.js'
import { watchVerification } from '../kit/watch-verification.js'
import { type Behavior, createStore } from './behavior.js'
import { checkArguments } from './check-arguments.js'
import { reportAction } from './report-action.js'

export interface VerificationState {
  /**
   * `unknown`: whether the consumer is verified is being found out. `address`: the person must enter an email address. `ready`: the platform can send
   * the email. `sending`, `sent`, `failed`: the last email. `verified`: the consumer has confirmed their address, here or on another device.
   */
  step: 'unknown' | 'address' | 'ready' | 'sending' | 'sent' | 'failed' | 'verified'
}

/** The `verify` widget without its markup. */
export interface VerificationBehavior extends Behavior<VerificationState> {
  /** Has the platform send the email. With `email`, identifies the consumer by that address first. */
  send(email?: string): Promise<void>
  /** Asks for another address. */
  changeAddress(): void
}

/**
 * The verification by email without its markup. Notices that the consumer is verified when the page becomes visible again, also if they have followed the link
 * on another device.
 */
export function createVerification(rewards: Rewards): VerificationBehavior {
  checkArguments('createVerification', rewards)
  const { get, set, subscribe } = createStore<VerificationState>({ step: 'unknown' }, signal => {
    // They have logged out, or another person is here.
    rewards.addEventListener(
      'consumer',
      () => get().step === 'verified' && rewards.consumer.level !== 'verified' && set({ step: firstStep() }),
      { signal },
    )
    watchVerification(rewards, () => set({ step: 'verified' }), signal).then(() => {
      if (get().step === 'unknown') set({ step: firstStep() })
    })
  })

  const firstStep = () => {
    const { level } = rewards.consumer
    return level === 'anonymous' ? 'address' : level === 'verified' ? 'verified' : 'ready'
  }

  return {
    get,
    subscribe,
    async send(email) {
      if (get().step === 'sending') return
      set({ step: 'sending' })
      const outcome = await sendVerification(rewards, email)
      // The consumer may have been verified meanwhile.
      if (rewards.consumer.level !== 'verified') set({ step: outcome === 'needs_address' ? 'address' : outcome })
      reportAction(undefined, { action: 'verify', outcome: outcome === 'sent' ? 'handed_off' : 'failed' })
    },
    changeAddress: () => set({ step: 'address' }),
  }
}
