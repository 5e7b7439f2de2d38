import type { CampaignPart } from './campaign-content.js'
import { type LineDiff, lineDiff } from './line-diff.js'

/** A part that differs between two states of a campaign. */
export interface PartDifference {
  /** Null: the program. */
  zone: string | null
  isNew: boolean
  diff: LineDiff
}

/** The parts that only one of two states has, or that have different sources. */
export function compareParts(before: CampaignPart[], after: CampaignPart[]): PartDifference[] {
  const zones = new Set([...after, ...before].map(({ zone }) => zone))
  return [...zones].flatMap(zone => {
    const [from, to] = [before, after].map(parts => parts.find(part => part.zone === zone)?.source)
    const diff = lineDiff(from ?? '', to ?? '')
    return diff.groups.length ? [{ zone, isNew: from === undefined, diff }] : []
  })
}
