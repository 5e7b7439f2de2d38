import type { SetConsent } from '../options.js'

type Section = Record<string, unknown>

interface GppEvent {
  pingData?: { signalStatus?: string; parsedSections?: Record<string, Section | Section[]> }
}

type GppApi = (command: 'addEventListener', listener: (event: GppEvent | null, success: boolean) => void) => void

/** What a section of a state's law calls a refusal; 1 says that the person has opted out. */
const OPT_OUTS = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut']

/** IAB GPP: refused when any section that applies says so. https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform */
export function follow(setConsent: SetConsent) {
  const { __gpp } = globalThis as { __gpp?: GppApi }
  // An element with this id is found by the same name.
  if (typeof __gpp !== 'function') return
  __gpp('addEventListener', (event, success) => {
    const { pingData } = event ?? {}
    if (!success || pingData?.signalStatus !== 'ready') return
    const sections = Object.values(pingData.parsedSections ?? {}).flat()
    setConsent(sections.some(refuses) ? 'denied' : 'granted')
  })
}

const refuses = (section: Section) =>
  OPT_OUTS.some(name => section[name] === 1) ||
  // The European section carries TCF's purposes: the first is storing on the device.
  (Array.isArray(section.PurposeConsents) && !section.PurposeConsents[0])
