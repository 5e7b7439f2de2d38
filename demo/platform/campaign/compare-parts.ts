import type { CampaignPart } from './campaign-content.js'
import { type LineDiff, lineDiff } from './line-diff.js'

/** A part that differs between two states of a campaign. */
export interface PartDifference {
  /** Null: the program. */
  zone: string | null
  isNew: boolean
  diff: LineDiff
}

/** The parts of `after` that `before` does not have, or has with another source. Zones are never removed. */
export function compareParts(before: CampaignPart[], after: CampaignPart[]): PartDifference[] {
  return after.flatMap(({ zone, source }) => {
    const former = before.find(part => part.zone === zone)?.source
    const diff = lineDiff(former ?? '', source)
    return diff.groups.length ? [{ zone, isNew: former === undefined, diff }] : []
  })
}
