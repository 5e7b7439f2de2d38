import { z } from 'zod'
import { type Check, unmetIn } from '../check.js'
import { containerOf } from '../container.js'
import { type Level, levels, levelsInWords } from '../identity/level.js'
import { dataConditions, exampleValue, matches } from './data-conditions.js'

/** One value, or a list of alternatives. */
const oneOrMore = <T extends z.ZodType<string>>(value: T, expected = 'a string or a list of strings') =>
  z.union([value, z.array(value).min(1)], `Expected ${expected}`).transform(values => [values].flat())

const shortText = z.string().min(1).max(200)

/** Conditions on the audiences of a person. */
export const audienceConditions = z.strictObject({
  /** The person belongs to one of these audiences. */
  audience: oneOrMore(shortText).optional(),
  /** The person belongs to none of these audiences. */
  not_audience: oneOrMore(shortText).optional(),
})

/** The conditions of a creative or rule. All of them must be met. */
export const conditions = z.strictObject({
  labels: oneOrMore(shortText).optional(),
  /** A language, or a language and a region. `fr` includes `fr-CA`. */
  locale: oneOrMore(shortText).optional(),
  level: oneOrMore(z.enum(levels), `${levelsInWords}, or a list of them`).optional(),
  container: oneOrMore(shortText).optional(),
  ...audienceConditions.shape,
  data: dataConditions.optional(),
})

export type Conditions = z.output<typeof conditions>

/** The properties of a consumer and a request that conditions compare. */
export interface Viewer {
  labels: string[]
  locale: string
  level: Level
  container: string
  /** The audiences that the person belongs to. */
  audiences: string[]
  data: Record<string, unknown>
}

/** What is known about the person behind some data. */
export interface KnownPerson {
  level: Level
  locale?: string | null | undefined
  audiences?: string[]
}

/** The viewer that the data of a zone or event describes (specification 4.4). Labels are a list or a comma-separated string. */
export function viewerFrom(data: Record<string, unknown>, known: KnownPerson): Viewer {
  const { labels, locale } = data
  return {
    labels: [labels].flat().flatMap(each => (typeof each === 'string' ? each.split(',').map(part => part.trim()) : [])),
    locale: typeof locale === 'string' && locale ? locale : (known.locale ?? ''),
    level: known.level,
    container: containerOf(data),
    audiences: known.audiences ?? [],
    data,
  }
}

/** The name of a condition. */
export type ConditionName = Exclude<keyof Conditions, 'data'> | `data.${string}`

/** A condition that is not met: its name, and the value that it was compared with. */
export interface UnmetCondition {
  rule: ConditionName
  value: unknown
}

/** The conditions in the order in which they are tried. */
export function checkConditions(all: Conditions, viewer: Viewer): Check<ConditionName>[] {
  const { labels, locale, level, container, data = {} } = all
  const checks: Check<ConditionName>[] = []
  const check = (rule: ConditionName, expected: unknown, value: unknown, isMet: boolean) =>
    checks.push({ rule, expected, value, isMet })
  if (labels)
    check(
      'labels',
      labels,
      viewer.labels,
      labels.some(label => viewer.labels.includes(label)),
    )
  if (locale)
    check(
      'locale',
      locale,
      viewer.locale,
      locale.some(each => covers(each, viewer.locale)),
    )
  if (level) check('level', level, viewer.level, (level as Level[]).includes(viewer.level))
  if (container) check('container', container, viewer.container, container.includes(viewer.container))
  checks.push(...checkAudiences(all, viewer.audiences))
  for (const [name, condition] of Object.entries(data))
    check(`data.${name}`, condition, viewer.data[name], matches(condition, viewer.data[name]))
  return checks
}

/** The conditions on audiences, for a person who belongs to `audiences`. */
export function checkAudiences(
  { audience, not_audience }: z.output<typeof audienceConditions>,
  audiences: string[],
): Check<ConditionName>[] {
  const checks: Check<ConditionName>[] = []
  if (audience)
    checks.push({
      ...{ rule: 'audience', expected: audience, value: audiences },
      isMet: audience.some(each => audiences.includes(each)),
    })
  if (not_audience) {
    const excluded = not_audience.find(each => audiences.includes(each))
    checks.push({
      ...{ rule: 'not_audience', expected: not_audience, value: excluded ?? audiences },
      isMet: excluded === undefined,
    })
  }
  return checks
}

/** The first condition that a viewer does not meet. Undefined: they meet all. */
export function unmetCondition(all: Conditions, viewer: Viewer): UnmetCondition | undefined {
  const unmet = unmetIn(checkConditions(all, viewer))
  return unmet && { rule: unmet.rule, value: unmet.value }
}

/** Whether a viewer meets all conditions. */
export const meetsConditions = (all: Conditions, viewer: Viewer): boolean => !unmetCondition(all, viewer)

/** Whether a person who belongs to `audiences` meets the conditions. */
export const meetsAudienceConditions = (all: z.output<typeof audienceConditions>, audiences: string[]): boolean =>
  !unmetIn(checkAudiences(all, audiences))

/** Data of an example viewer who meets the conditions, for the preview. */
export function exampleOf({
  labels,
  locale,
  level,
  container,
  audience,
  data = {},
}: Conditions): Record<string, unknown> {
  const given = { labels, locale, level, container, audience }
  const first = Object.entries(given).flatMap(([name, values]) => (values ? [[name, values[0]]] : []))
  const values = Object.entries(data).map(([name, condition]) => [name, exampleValue(condition)])
  return Object.fromEntries([...first, ...values])
}

/** Whether a language range includes a locale. Accepts `fr_CA` and ignores case. */
function covers(range: string, locale: string): boolean {
  const normalize = (tag: string) => `${tag.replaceAll('_', '-').toLowerCase()}-`
  return normalize(locale).startsWith(normalize(range))
}
