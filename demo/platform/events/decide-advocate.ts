import type { ReferralRule } from '../campaign/program.js'

const DAY_MS = 86_400_000

/** A link that can have led a friend to its owner. */
export interface PossibleLink {
  /** A code in the data of the event, or a click. */
  source: ReferralRule['found_by'][number]
  code: string
  advocate_id: string
  /** Null: the link is named by a code. */
  clicked_at: Date | null
}

/** Why a source of `found_by` leads to no advocate: the rule that refuses, and the value that decided. */
export interface MissingAdvocate {
  source: PossibleLink['source']
  rule: 'link' | 'click_days' | 'self'
  value: string | null
}

/** Only clicks after this time refer somebody who buys at `time`. */
export const clicksSince = ({ click_days }: Pick<ReferralRule, 'click_days'>, time: Date): Date =>
  new Date(time.getTime() - click_days * DAY_MS)

/** `missing` has the sources before that of the link, or all. */
export type AdvocateDecision<Link> =
  | { outcome: 'found'; link: Link; missing: MissingAdvocate[] }
  | { outcome: 'none'; missing: MissingAdvocate[] }

/**
 * The link that referred a friend by some time: that of the first source of `found_by` that has one. The friend's own links only count if there is
 * no other: nobody refers themselves, and an own link hides no advocate. `links` are the best of each source, own and others.
 */
export function decideAdvocate<Link extends PossibleLink>(
  rule: Pick<ReferralRule, 'found_by' | 'click_days'>,
  { friendId, time }: { friendId: string; time: Date },
  links: Link[],
): AdvocateDecision<Link> {
  const since = clicksSince(rule, time)
  const isValid = ({ clicked_at }: Link) => clicked_at === null || clicked_at > since
  const isOwn = ({ advocate_id }: Link) => advocate_id === friendId
  const missing: MissingAdvocate[] = []
  for (const source of rule.found_by) {
    const ofSource = links.filter(link => link.source === source)
    const valid = ofSource.filter(isValid)
    const link = valid.find(each => !isOwn(each))
    if (link) return { outcome: 'found', link, missing }
    missing.push({ source, ...refusalOf(ofSource, valid) })
  }
  const own = rule.found_by.flatMap(source => links.filter(link => link.source === source && isValid(link)))
  return own[0] ? { outcome: 'found', link: own[0], missing } : { outcome: 'none', missing }
}

function refusalOf([newest]: PossibleLink[], [own]: PossibleLink[]): Omit<MissingAdvocate, 'source'> {
  if (own) return { rule: 'self', value: own.code }
  if (newest?.clicked_at) return { rule: 'click_days', value: newest.clicked_at.toISOString() }
  return { rule: 'link', value: null }
}
