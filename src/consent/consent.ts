import { invalid, readArguments } from '../http/error.js'
import type { Consent, ConsentSource, SetConsent } from '../options.js'
import type { TokenStore } from '../token/store.js'

/** What a tab tells the others about consent. */
export interface ConsentMessage {
  consent: 'granted' | 'denied' | 'unset'
  /** The program said so with an answer, and not the page. */
  byProgram?: boolean
}

/** What the consumer, through the host or the program, lets the browser keep. */
export interface ConsentState {
  /** Whether anything may be kept on the device. */
  keeps(): boolean
  /** Whether cookies may travel: not while nobody has answered, and not when the answer was no. */
  allowsCookies(): boolean
  /** Throws `invalid_argument`. */
  set(state: Exclude<Consent, 'program'>): void
  /** What the program said with an answer: followed where the option says so. */
  receive(state: string): void
  /** Calls `listener` whenever it changes whether anything may be kept. */
  onKept(listener: (allowed: boolean) => void): void
  /** Keeps nothing while `mayKeep` answers false, whatever the consumer allows. */
  restrict(mayKeep: () => boolean): void
  /** What another tab of the site was told. */
  follow(news: ConsentMessage): void
}

export interface ConsentPorts {
  store: TokenStore
  /** Loads the module that follows this source. */
  loadSource(source: ConsentSource): Promise<{ follow(setConsent: SetConsent): void }>
  /** What memory holds may be kept from now on. */
  onAllowed(): void
  /** Nothing may be kept any longer. `wasAllowed`: until now this page was allowed to, or found what an earlier page had kept. */
  onDenied(wasAllowed: boolean): void
  /** For the other tabs of the site. */
  onChange(news: ConsentMessage): void
  onError(error: unknown): void
}

const STATES: ConsentMessage['consent'][] = ['unset', 'granted', 'denied']

export function createConsent(
  option: Consent | ConsentSource,
  { store, loadSource, onAllowed, onDenied, onChange, onError }: ConsentPorts,
): ConsentState {
  let state = option
  let kept = false
  let mayKeep = () => true
  const listeners: ((allowed: boolean) => void)[] = []
  /** What earlier pages have left is erased. */
  let erased = false

  function keep(allowed: boolean) {
    const wasAllowed = kept || store.isRemembered()
    kept = allowed
    erased = !allowed
    store.keep(allowed)
    for (const listener of listeners) listener(allowed)
    if (allowed) onAllowed()
    else onDenied(wasAllowed)
  }
  function set(next: ConsentMessage['consent']) {
    const given = readArguments('setConsent()', () => `${next}`)
    if (!STATES.includes(next)) throw invalid(`setConsent() needs unset, granted or denied; got ${given}`)
    state = next
    keep(next === 'granted')
  }
  function setForAllTabs(next: ConsentMessage['consent']) {
    set(next)
    onChange({ consent: next })
  }

  if (isConsentSource(option)) {
    state = 'unset'
    loadSource(option)
      // The source calls a function of the page, which may throw.
      .then(({ follow }) => readArguments(`options.consent "${option}"`, () => follow(setForAllTabs)))
      .catch(onError)
    // Where an earlier page has kept the token, the program allowed it then.
  } else if (option === 'program' ? store.isRemembered() : option !== 'unset') keep(option !== 'denied')

  return {
    keeps: () => kept && mayKeep(),
    onKept: listener => listeners.push(listener),
    restrict(restriction) {
      mayKeep = restriction
    },
    allowsCookies: () => state === 'program' || state === 'granted',
    set: setForAllTabs,
    receive(said) {
      if (state !== 'program') return
      const isGranted = said === 'granted'
      if (kept === isGranted && (said !== 'denied' || erased)) return
      keep(isGranted)
      onChange({ consent: isGranted || said === 'denied' ? said : 'unset', byProgram: true })
    },
    follow({ consent, byProgram }) {
      // A page that was told by its host, or its consumer, does not ask the program.
      if (!byProgram) set(consent)
      else if (state === 'program') keep(consent === 'granted')
    },
  }
}

const isConsentSource = (option: Consent | ConsentSource): option is ConsentSource =>
  ['tcf', 'gpp', 'gcm', 'gpc'].includes(option)
