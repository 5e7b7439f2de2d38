import type { SetConsent } from '../settings/options.js'

type Section = Record<string, unknown>

interface GppEvent {
  listenerId?: unknown
  pingData?: { signalStatus?: string; parsedSections?: Record<string, Section | Section[]> }
}

type GppApi = (
  command: 'addEventListener' | 'removeEventListener',
  listener: (event: GppEvent | null, success: boolean) => void,
  listenerId?: unknown,
) => void

/** The fields of the sections for US states that say whether the person has refused. 1: the person has opted out. */
const OPT_OUTS = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut']

/**
 * IAB GPP. The consumer has refused if any section that applies to them says so.
 * https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform
 */
export function follow(setConsent: SetConsent, lifetime: AbortSignal) {
  const { __gpp } = globalThis as { __gpp?: GppApi }
  // `window.__gpp` may be an element of the page with that id.
  if (typeof __gpp !== 'function') throw new Error('the page has no __gpp(). Load the consent platform before the SDK')
  let listenerId: unknown
  lifetime.addEventListener('abort', () => {
    if (listenerId !== undefined) __gpp('removeEventListener', () => {}, listenerId)
  })
  __gpp('addEventListener', (event, success) => {
    listenerId ??= event?.listenerId
    const { pingData } = event ?? {}
    if (!success || pingData?.signalStatus !== 'ready') return
    const sections = Object.values(pingData.parsedSections ?? {}).flat()
    setConsent(sections.some(isRefusal) ? 'denied' : 'granted')
  })
}

const isRefusal = (section: Section) =>
  OPT_OUTS.some(name => section[name] === 1) ||
  // The European section contains the purposes of TCF. The first purpose is storage on the device.
  (Array.isArray(section.PurposeConsents) && !section.PurposeConsents[0])
