import { z } from 'zod'
import { containerOf } from '../events/container.js'
import { type Level, levels } from '../identity/level.js'

/** One value or several, of which any will do. */
const some = <T extends z.ZodType<string>>(value: T) =>
  z.union([value, z.array(value).min(1)], 'Expected a text, or a list of texts').transform(given => [given].flat())

const word = z.string().min(1).max(200)

/** Whom a creative is for: everybody who meets all of the conditions it names. */
export const audience = z.strictObject({
  labels: some(word).optional(),
  /** A language, or a language and a region: `fr` is also for `fr-CA`. */
  locale: some(word).optional(),
  level: some(z.enum(levels)).optional(),
  container: some(word).optional(),
})

export type Audience = z.output<typeof audience>

/** Who asks for a zone, as far as creatives are chosen by it. */
export interface Viewer {
  labels: string[]
  locale: string
  level: Level
  container: string
}

/** The one a zone's data describes (specification 4.4). Labels come as a list, or as one text with commas between them. */
export function viewerFrom(data: Record<string, unknown>, level: Level, knownLocale?: string | null): Viewer {
  const { labels, locale } = data
  return {
    labels: [labels].flat().flatMap(each => (typeof each === 'string' ? each.split(',').map(part => part.trim()) : [])),
    locale: typeof locale === 'string' && locale ? locale : (knownLocale ?? ''),
    level,
    container: containerOf(data),
  }
}

/** Whether a creative is for the one who asks. */
export function isInAudience({ labels, locale, level, container }: Audience, viewer: Viewer): boolean {
  return (
    (!labels || labels.some(label => viewer.labels.includes(label))) &&
    (!locale || locale.some(each => covers(each, viewer.locale))) &&
    (!level || (level as Level[]).includes(viewer.level)) &&
    (!container || container.includes(viewer.container))
  )
}

/** Data that describes somebody of this audience, so that a marketer can see what they see. */
export function exampleOf({ labels, locale, level, container }: Audience): Record<string, string> {
  const first = { labels: labels?.[0], locale: locale?.[0], level: level?.[0], container: container?.[0] }
  return Object.fromEntries(Object.entries(first).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Some systems write `fr_CA`, and case says nothing. */
function covers(range: string, locale: string): boolean {
  const [wide, narrow] = [range, locale].map(each => `${each.replaceAll('_', '-').toLowerCase()}-`) as [string, string]
  return narrow.startsWith(wide)
}
