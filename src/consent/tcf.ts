import type { SetConsent } from '../settings/options.js'

interface TcData {
  listenerId?: unknown
  eventStatus?: string
  gdprApplies?: boolean
  purpose?: { consents?: Record<string, boolean> }
}

type TcfApi = (
  command: 'addEventListener' | 'removeEventListener',
  version: 2,
  listener: (data: TcData | null, success: boolean) => void,
  listenerId?: unknown,
) => void

/**
 * IAB TCF 2. Purpose 1 is storing data on the device and reading it.
 * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework
 */
export function follow(setConsent: SetConsent, lifetime: AbortSignal) {
  const { __tcfapi } = globalThis as { __tcfapi?: TcfApi }
  // `window.__tcfapi` may be an element of the page with that id.
  if (typeof __tcfapi !== 'function')
    throw new Error('the page has no __tcfapi(). Load the consent platform before the SDK')
  let listenerId: unknown
  lifetime.addEventListener('abort', () => {
    if (listenerId !== undefined) __tcfapi('removeEventListener', 2, () => {}, listenerId)
  })
  __tcfapi('addEventListener', 2, (data, success) => {
    listenerId ??= data?.listenerId
    const { eventStatus, gdprApplies, purpose } = data ?? {}
    // Any other status, such as `cmpuishown`: the person has not answered yet.
    if (!success || (eventStatus !== 'tcloaded' && eventStatus !== 'useractioncomplete')) return
    setConsent(gdprApplies === false || purpose?.consents?.[1] ? 'granted' : 'denied')
  })
}
