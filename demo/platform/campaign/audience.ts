import { z } from 'zod'
import { containerOf } from '../events/container.js'
import { type Level, levels } from '../identity/level.js'

/** One value, or a list of alternatives. */
const oneOrMore = <T extends z.ZodType<string>>(value: T) =>
  z.union([value, z.array(value).min(1)], 'Expected a string or a list of strings').transform(values => [values].flat())

const shortText = z.string().min(1).max(200)

/** The audience of a creative: everybody who meets all of its conditions. */
export const audience = z.strictObject({
  labels: oneOrMore(shortText).optional(),
  /** A language, or a language and a region. `fr` includes `fr-CA`. */
  locale: oneOrMore(shortText).optional(),
  level: oneOrMore(z.enum(levels)).optional(),
  container: oneOrMore(shortText).optional(),
})

export type Audience = z.output<typeof audience>

/** The properties of a viewer that select a creative. */
export interface Viewer {
  labels: string[]
  locale: string
  level: Level
  container: string
}

/** The viewer that the data of a zone describes (specification 4.4). Labels are a list or a comma-separated string. */
export function viewerFrom(data: Record<string, unknown>, level: Level, knownLocale?: string | null): Viewer {
  const { labels, locale } = data
  return {
    labels: [labels].flat().flatMap(each => (typeof each === 'string' ? each.split(',').map(part => part.trim()) : [])),
    locale: typeof locale === 'string' && locale ? locale : (knownLocale ?? ''),
    level,
    container: containerOf(data),
  }
}

/** Whether a viewer belongs to an audience. */
export function isInAudience({ labels, locale, level, container }: Audience, viewer: Viewer): boolean {
  return (
    (!labels || labels.some(label => viewer.labels.includes(label))) &&
    (!locale || locale.some(each => covers(each, viewer.locale))) &&
    (!level || (level as Level[]).includes(viewer.level)) &&
    (!container || container.includes(viewer.container))
  )
}

/** Data of an example viewer of this audience, for the preview. */
export function exampleOf({ labels, locale, level, container }: Audience): Record<string, string> {
  const first = { labels: labels?.[0], locale: locale?.[0], level: level?.[0], container: container?.[0] }
  return Object.fromEntries(Object.entries(first).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Whether a language range includes a locale. Accepts `fr_CA` and ignores case. */
function covers(range: string, locale: string): boolean {
  const normalize = (tag: string) => `${tag.replaceAll('_', '-').toLowerCase()}-`
  return normalize(locale).startsWith(normalize(range))
}
