import { checkConditions, type Viewer } from '../campaign/conditions.js'
import { untilUnmet } from '../check.js'
import { decideZone } from '../zones/decide-zone.js'
import type { ZoneInVersion } from '../zones/live-zone.js'
import { type Answer, codeOf, type Decision } from './explanation.js'

/** A creative: the position in its zone counts from 1. */
const nameOf = (campaignId: string, index: number) => `${campaignId} ${index + 1}`

/** Decides again what a zone shows, and says for each creative which condition was not met, or that another one came first. */
export function explainZone(
  name: string,
  zones: ZoneInVersion[],
  viewer: Viewer,
): { decisions: Decision[]; answer: Answer } {
  const decided = decideZone(zones, viewer)
  const isShown = decided.outcome === 'shown'
  const shown = isShown ? nameOf(decided.campaignId, decided.index) : null
  const creatives = zones.flatMap(({ campaign_id, content }) =>
    (content?.creatives ?? []).map(({ when }, index) => ({ name: nameOf(campaign_id, index), when })),
  )
  const place = creatives.findIndex(creative => creative.name === shown)
  const decisions = creatives.map((creative, index): Decision => {
    if (isShown && index > place)
      return {
        ...{ about: 'creative', name: creative.name, outcome: 'not_tried' },
        checks: [{ rule: 'first', expected: null, value: shown, isMet: false }],
      }
    const checks = untilUnmet(checkConditions(creative.when, viewer))
    return { about: 'creative', name: creative.name, outcome: index === place ? 'shown' : 'none', checks }
  })
  return { decisions, answer: answerOf(name, shown, decisions) }
}

/** If several creatives were tried and none is shown, the answer is about the last one. */
function answerOf(name: string, shown: string | null, decisions: Decision[]): Answer {
  const unmet = decisions.at(-1)?.checks.at(-1)
  if (shown !== null)
    return {
      ...{ name, outcome: 'shown', code: 'shown', value: shown, expected: null, to: 'consumer' },
      text: 'The page showed the offer that is meant for you.',
    }
  const { rule, value, expected } = unmet ?? { rule: 'no creative', value: null, expected: null }
  return {
    ...{ name, outcome: 'none', code: codeOf(rule), value, expected, to: 'consumer' },
    text: 'There is no offer for you on this page at the moment.',
  }
}
