import { invalid, readArguments } from '../error/error.js'
import type { Consent, ConsentSource, SetConsent } from '../settings/options.js'
import type { Token } from '../token/token.js'

type Choice = 'granted' | 'denied' | 'unset'

/** A message about consent, from one tab of the site to the others. */
export interface ConsentMessage {
  consent: Choice
  /** The consent comes from the program, with an answer, and not from the page. */
  byProgram?: boolean
}

/** What the consumer allows the browser to store. Their choice comes from the host, from a consent source, or from the program. */
export interface ConsentState {
  /** Whether anything may be stored on the device. */
  canStore(): boolean
  /** Whether requests may carry cookies: not before the consumer has chosen, and not after they have refused. */
  allowsCookies(): boolean
  /** Sets the consumer's choice, in all tabs. Throws `invalid_argument`. */
  set(state: unknown): void
  /** Follows the consent that the program has sent with an answer, if the option is `program`. */
  followProgram(consent: string): void
  /** Follows a message of another tab. */
  followTab(message: ConsentMessage): void
  /** Stores nothing from now on until storage is allowed again. Erases nothing. */
  suspend(): void
  /** Calls `listener` after each choice, with whether the choice allows storage. */
  onStorageChange(listener: (isAllowed: boolean) => void): void
  /** Forbids storage while `isPermitted` returns false, whatever the consumer has chosen. */
  restrict(isPermitted: () => boolean): void
}

/** The module of a consent source. */
export interface ConsentFollower {
  /** Follows the source until `lifetime` aborts. */
  follow(setConsent: SetConsent, lifetime: AbortSignal): void
}

export interface ConsentPorts {
  token: Pick<Token, 'stored' | 'setPersistent'>
  /** Loads the module that follows this source. */
  loadSource(source: ConsentSource): Promise<ConsentFollower>
  /** When it aborts, no source is followed any more. */
  lifetime: AbortSignal
  /** Storage is allowed: the data in memory may be stored from now on. */
  onAllowed(): void
  /** Storage is no longer allowed. `wasAllowed`: it was allowed until now, or an earlier page has stored something. */
  onDenied(wasAllowed: boolean): void
  /** Sends a message to the other tabs of the site. */
  onChange(message: ConsentMessage): void
  onError(error: unknown): void
}

const CHOICES: unknown[] = ['unset', 'granted', 'denied'] satisfies Choice[]

export function createConsent(option: Consent | ConsentSource, ports: ConsentPorts): ConsentState {
  const { token, loadSource, lifetime, onAllowed, onDenied, onChange, onError } = ports
  let state = option
  let isAllowed = false
  /** What earlier pages have stored is deleted. */
  let isErased = false
  let isPermitted = () => true
  const listeners: ((isAllowed: boolean) => void)[] = []

  function allowStorage(next: boolean, mustErase = !next) {
    const wasAllowed = isAllowed || Boolean(token.stored())
    isAllowed = next
    isErased = mustErase
    token.setPersistent(next)
    for (const listener of listeners) listener(next)
    if (next) onAllowed()
    if (mustErase) onDenied(wasAllowed)
  }
  function set(choice: Choice) {
    state = choice
    allowStorage(choice === 'granted')
  }
  function setForAllTabs(choice: unknown) {
    if (lifetime.aborted) return
    const given = readArguments('setConsent()', () => `${choice}`)
    if (!isConsentChoice(choice)) throw invalid(`setConsent() needs unset, granted or denied; got ${given}`)
    set(choice)
    onChange({ consent: choice })
  }

  if (isConsentSource(option)) {
    state = 'unset'
    loadSource(option)
      // The source calls a function of the page, which may throw.
      .then(({ follow }) =>
        readArguments(`options.consent "${option}"`, () => lifetime.aborted || follow(setForAllTabs, lifetime)),
      )
      .catch(onError)
    // If an earlier page has stored something, the program allowed it then.
  } else if (option === 'program' ? token.stored() : option !== 'unset') allowStorage(option !== 'denied')

  return {
    canStore: () => isAllowed && isPermitted(),
    allowsCookies: () => state === 'program' || state === 'granted',
    set: setForAllTabs,
    followProgram(consent) {
      if (state !== 'program') return
      const isGranted = consent === 'granted'
      const isDenied = consent === 'denied'
      const isKnown = isAllowed === isGranted && (!isDenied || isErased)
      if (isKnown) return
      allowStorage(isGranted)
      onChange({ consent: isGranted || isDenied ? consent : 'unset', byProgram: true })
    },
    followTab({ consent, byProgram }) {
      if (!byProgram) set(consent)
      // A choice that the host or the consumer has made takes precedence over the program's.
      else if (state === 'program') allowStorage(consent === 'granted')
    },
    suspend() {
      state = 'unset'
      allowStorage(false, false)
    },
    onStorageChange: listener => void listeners.push(listener),
    restrict(condition) {
      isPermitted = condition
    },
  }
}

export const isConsentChoice = (value: unknown): value is Choice => CHOICES.includes(value)

const isConsentSource = (option: Consent | ConsentSource): option is ConsentSource =>
  ['tcf', 'gpp', 'gcm', 'gpc'].includes(option)
