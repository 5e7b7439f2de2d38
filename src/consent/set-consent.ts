/** A choice that has been made, or taken back. */
export type SetConsent = (state: 'unset' | 'granted' | 'denied') => void
