import { consentSource } from '../chunks.js'
import { invalid } from '../http/error.js'
import type { Consent, ConsentSource } from '../options.js'
import type { TokenStore } from '../token/store.js'

/** What the consumer, through the host or the program, lets the browser keep. */
export interface ConsentState {
  /** Whether anything may be kept on the device. */
  keeps(): boolean
  /** Whether cookies may travel: not while nobody has answered, and not when the answer was no. */
  allowsCookies(): boolean
  /** Throws `invalid_argument`. */
  set(state: Exclude<Consent, 'program'>): void
  /** What the program said with an answer: followed where the option says so. */
  hear(state: string): void
}

export interface ConsentHooks {
  store: TokenStore
  /** What was kept may be kept no longer. */
  onWithdrawn(): void
  onError(error: unknown): void
}

export function createConsent(
  option: Consent | ConsentSource,
  { store, onWithdrawn, onError }: ConsentHooks,
): ConsentState {
  let state = option
  let kept = false

  const keep = (allowed: boolean) => {
    if (!allowed && (kept || store.remembered())) onWithdrawn()
    kept = allowed
    store.keep(allowed)
  }
  const set: ConsentState['set'] = next => {
    if (!/^(unset|granted|denied)$/.test(next)) throw invalid(`setConsent: ${next}`)
    state = next
    keep(next === 'granted')
  }

  // The sources have names of three letters, the states have longer ones.
  if (option.length === 3) {
    state = 'unset'
    consentSource(option as ConsentSource)
      .then(({ follow }) => follow(set))
      .catch(onError)
    // Where an earlier page has kept the token, the program allowed it then.
  } else if (option === 'program' ? store.remembered() : option !== 'unset') keep(option !== 'denied')

  return {
    keeps: () => kept,
    allowsCookies: () => state === 'program' || state === 'granted',
    set,
    hear(said) {
      if (state === 'program' && kept !== (said === 'granted')) keep(!kept)
    },
  }
}
