import { z } from 'zod'
import { containerOf } from '../container.js'
import { type Level, levels } from '../identity/level.js'
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
  level: oneOrMore(z.enum(levels), 'anonymous, identified or verified, or a list of them').optional(),
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

/** A condition that is not met: its name, and the value that it was compared with. */
export interface UnmetCondition {
  rule: Exclude<keyof Conditions, 'data'> | `data.${string}`
  value: unknown
}

/** The first condition that a viewer does not meet. Undefined: they meet all. */
export function unmetCondition(all: Conditions, viewer: Viewer): UnmetCondition | undefined {
  const { labels, locale, level, container, data = {} } = all
  if (labels && !labels.some(label => viewer.labels.includes(label))) return { rule: 'labels', value: viewer.labels }
  if (locale && !locale.some(each => covers(each, viewer.locale))) return { rule: 'locale', value: viewer.locale }
  if (level && !(level as Level[]).includes(viewer.level)) return { rule: 'level', value: viewer.level }
  if (container && !container.includes(viewer.container)) return { rule: 'container', value: viewer.container }
  return unmetAudienceCondition(all, viewer.audiences) ?? unmetDataCondition(data, viewer.data)
}

/** The first condition on audiences that a person who belongs to `audiences` does not meet. Undefined: they meet both. */
export function unmetAudienceCondition(
  { audience, not_audience = [] }: z.output<typeof audienceConditions>,
  audiences: string[],
): UnmetCondition | undefined {
  if (audience && !audience.some(each => audiences.includes(each))) return { rule: 'audience', value: audiences }
  const excluded = not_audience.find(each => audiences.includes(each))
  return excluded === undefined ? undefined : { rule: 'not_audience', value: excluded }
}

function unmetDataCondition(
  conditions: NonNullable<Conditions['data']>,
  data: Viewer['data'],
): UnmetCondition | undefined {
  const unmet = Object.entries(conditions).find(([name, condition]) => !matches(condition, data[name]))
  return unmet && { rule: `data.${unmet[0]}`, value: data[unmet[0]] }
}

/** Whether a viewer meets all conditions. */
export const meetsConditions = (all: Conditions, viewer: Viewer): boolean => !unmetCondition(all, viewer)

/** Whether a person who belongs to `audiences` meets the conditions. */
export const meetsAudienceConditions = (all: z.output<typeof audienceConditions>, audiences: string[]): boolean =>
  !unmetAudienceCondition(all, audiences)

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
