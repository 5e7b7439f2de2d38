import type { ReferralRule } from '../campaign/program.js'
import { type Check, unmetIn } from '../check.js'
import { decideAdvocate, type PossibleLink } from '../events/decide-advocate.js'
import { checkReferral, type ReferralFacts } from '../events/decide-referral.js'
import { type Answer, codeOf, type Decision } from './explanation.js'
import { textOf } from './text.js'

/** A purchase after the click, as far as it concerns the click. */
export interface Purchase {
  event_id: string
  /** The code of the link that has referred the buyer. Null: none has. */
  code: string | null
  /** Why no link has. */
  cause: Pick<Check, 'rule' | 'expected' | 'value'> | undefined
}

export interface ClickFacts {
  rule: Pick<ReferralRule, 'found_by' | 'click_days' | 'friend' | 'advocate' | 'step'>
  link: PossibleLink
  friendId: string
  /** What decides now about the owner of the link and the person who has opened it. Undefined: they are the same person. */
  pair: ReferralFacts | undefined
  /** The oldest first. */
  purchases: Purchase[]
}

/** Whether a click has referred somebody, or what would happen if they bought now. */
export function explainClick({ rule, link, friendId, pair, purchases }: ClickFacts, now: Date): Explanation {
  const decided = decideAdvocate(rule, { friendId, time: now }, [link])
  const own = link.advocate_id === friendId
  const missing = decided.missing.find(({ source }) => source === 'click')
  const expected = missing?.rule === 'click_days' ? rule.click_days : null
  const checks: Check[] = missing
    ? [{ rule: missing.rule, expected, value: missing.value, isMet: false }]
    : [{ rule: 'click_days', expected: rule.click_days, value: link.clicked_at, isMet: true }]
  const decisions: Decision[] = [
    ...purchases.map(purchase => purchaseDecision(purchase, link.code)),
    { about: 'advocate', name: 'click', outcome: missing || own ? 'none' : 'found', checks },
    ...(pair && !missing ? [pairDecision(rule, pair)] : []),
  ]
  const done = purchases.find(({ code }) => code === link.code) ?? purchases.at(-1)
  const unmet = done
    ? unmetIn(purchaseDecision(done, link.code).checks)
    : missing
      ? checks[0]
      : pair && unmetIn(checkReferral(rule, pair))
  const isReferred = done !== undefined && !unmet
  const cause =
    unmet ??
    (isReferred
      ? { rule: 'referred', expected: null, value: done.event_id }
      : { rule: 'no purchase', expected: rule.click_days, value: null })
  return { decisions, answer: answerOf(isReferred, cause) }
}

export interface Explanation {
  decisions: Decision[]
  answer: Answer
}

function purchaseDecision({ event_id, code, cause }: Purchase, own: string): Decision {
  if (code === own)
    return {
      ...{ about: 'purchase', name: event_id, outcome: 'referred' },
      checks: [{ rule: 'link', expected: null, value: code, isMet: true }],
    }
  const unmet =
    code === null
      ? (cause ?? { rule: 'link', expected: null, value: null })
      : { rule: 'other link', expected: null, value: code }
  return { about: 'purchase', name: event_id, outcome: 'none', checks: [{ ...unmet, isMet: false }] }
}

const pairDecision = (rule: ClickFacts['rule'], pair: ReferralFacts): Decision => ({
  ...{ about: 'referral', name: pair.advocateId },
  outcome: unmetIn(checkReferral(rule, pair)) ? 'none' : 'new',
  checks: checkReferral(rule, pair),
})

function answerOf(isReferred: boolean, { rule, expected, value }: Pick<Check, 'rule' | 'expected' | 'value'>): Answer {
  const code = codeOf(rule)
  return {
    ...{ name: null, outcome: isReferred ? 'earned' : 'none', code, value, expected, to: 'advocate' },
    text: textOf(code, { to: 'advocate', value, expected }),
  }
}
