import { type UnmetCondition, unmetCondition, type Viewer } from '../campaign/conditions.js'
import type { Creative } from '../campaign/zone-source.js'
import type { ZoneInVersion } from './live-zone.js'

/** A creative that the viewer does not see: its campaign, its position in the zone, and the condition that they do not meet. */
export interface HiddenCreative extends UnmetCondition {
  campaignId: string
  index: number
}

/** What a zone shows. `hidden` are the creatives before it, or all if none is shown. The rule `no creative` means that the zone has none. */
export type ZoneDecision =
  | { outcome: 'shown'; campaignId: string; index: number; creative: Creative; hidden: HiddenCreative[] }
  | { outcome: 'none'; rule: 'no creative' | 'conditions'; hidden: HiddenCreative[] }

/** A zone shows the first creative whose conditions the viewer meets, of the first campaign that has one. */
export function decideZone(zones: ZoneInVersion[], viewer: Viewer): ZoneDecision {
  const hidden: HiddenCreative[] = []
  for (const { campaign_id: campaignId, content } of zones)
    for (const [index, creative] of (content?.creatives ?? []).entries()) {
      const unmet = unmetCondition(creative.when, viewer)
      if (!unmet) return { outcome: 'shown', campaignId, index, creative, hidden }
      hidden.push({ campaignId, index, ...unmet })
    }
  return { outcome: 'none', rule: hidden.length ? 'conditions' : 'no creative', hidden }
}
