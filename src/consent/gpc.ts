import type { SetConsent } from '../settings/options.js'

/** Global Privacy Control: the browser's own signal. https://w3c.github.io/gpc/ */
export function follow(setConsent: SetConsent) {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  setConsent(globalPrivacyControl ? 'denied' : 'granted')
}
