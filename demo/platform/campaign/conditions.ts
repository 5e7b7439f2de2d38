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

/** Whether a viewer meets all conditions. */
export function meetsConditions(all: Conditions, viewer: Viewer): boolean {
  const { labels, locale, level, container, audience, not_audience, data = {} } = all
  return (
    (!labels || labels.some(label => viewer.labels.includes(label))) &&
    (!locale || locale.some(each => covers(each, viewer.locale))) &&
    (!level || (level as Level[]).includes(viewer.level)) &&
    (!container || container.includes(viewer.container)) &&
    meetsAudienceConditions({ audience, not_audience }, viewer.audiences) &&
    Object.entries(data).every(([name, condition]) => matches(condition, viewer.data[name]))
  )
}

/** Whether a person who belongs to `audiences` meets the conditions. */
export const meetsAudienceConditions = (
  { audience, not_audience = [] }: z.output<typeof audienceConditions>,
  audiences: string[],
): boolean =>
  (!audience || audience.some(each => audiences.includes(each))) && !not_audience.some(each => audiences.includes(each))

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
