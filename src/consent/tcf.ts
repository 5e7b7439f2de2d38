import type { SetConsent } from '../options.js'

interface TcData {
  eventStatus?: string
  gdprApplies?: boolean
  purpose?: { consents?: Record<string, boolean> }
}

type TcfApi = (
  command: 'addEventListener',
  version: 2,
  listener: (data: TcData | null, success: boolean) => void,
) => void

/**
 * IAB TCF 2. Purpose 1 is storing data on the device and reading it.
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework
 */
export function follow(setConsent: SetConsent) {
  const { __tcfapi } = globalThis as { __tcfapi?: TcfApi }
  // `window.__tcfapi` may be an element of the page with that id.
  if (typeof __tcfapi !== 'function') return
  __tcfapi('addEventListener', 2, (data, success) => {
    const { eventStatus, gdprApplies, purpose } = data ?? {}
    // Any other status, such as `cmpuishown`: the person has not answered yet.
    if (!success || (eventStatus !== 'tcloaded' && eventStatus !== 'useractioncomplete')) return
    setConsent(gdprApplies === false || purpose?.consents?.[1] ? 'granted' : 'denied')
  })
}
