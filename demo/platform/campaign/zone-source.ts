import { z } from 'zod'
import { type Conditions, conditions } from './conditions.js'
import { contentProblems } from './content-problems.js'
import { misspeltKeys } from './misspelt-keys.js'
import { readSource, type SourceResult } from './read-source.js'
import { leaderboardsIn, MAX_LEADERBOARDS } from './widget-content.js'

/** The content of a zone: its creatives. The first one whose conditions the viewer meets is shown. */
export interface ZoneContent {
  creatives: Creative[]
}

export interface Creative {
  when: Conditions
  content_type: string
  /** The content as it is sent. */
  content: string
}

const contentTypes = {
  html: 'text/html; charset=utf-8',
  javascript: 'text/javascript; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const

/** JSON has no multi-line strings, so a list of lines is accepted as well. */
const lines = z
  .union([z.string(), z.array(z.string())], 'Expected a string or the list of its lines')
  .transform(text => [text].flat().join('\n'))

const when = conditions.default({})

const creative = z.discriminatedUnion('type', [
  z
    .strictObject({ when, type: z.literal('json').optional(), content: z.record(z.string(), z.unknown()) })
    .transform(({ when, content }): Creative => creativeOf(when, 'application/json', JSON.stringify(content))),
  z
    .strictObject({ when, type: z.enum(['html', 'javascript', 'text']), content: lines })
    .transform(({ when, type, content }): Creative => creativeOf(when, contentTypes[type], content)),
])

const zoneContent = z.strictObject({ creatives: z.array(creative) })

const newZoneContent = z
  .unknown()
  .superRefine((value, context) => {
    for (const { path, known } of misspeltKeys(value))
      context.addIssue({ code: 'custom', path, message: `Expected the key ${known}` })
    const { creatives } = Object(value)
    for (const [index, creative] of Array.isArray(creatives) ? creatives.entries() : []) {
      for (const { path, expected } of contentProblems(Object(creative).content))
        context.addIssue({
          code: 'custom',
          path: ['creatives', index, 'content', ...path],
          message: `Expected ${expected}`,
        })
      if (leaderboardsIn(Object(creative).content).length > MAX_LEADERBOARDS)
        context.addIssue({
          code: 'custom',
          path: ['creatives', index, 'content'],
          message: `Expected at most ${MAX_LEADERBOARDS} leaderboards`,
        })
    }
  })
  .pipe(zoneContent)

/**
 * Parses the JSON source of a zone before it is saved. A misspelt key of a widget is an error, and so are an unknown placeholder, an unknown value of
 * a key with a list of values, and too many leaderboards.
 */
export const readNewZoneSource = (source: string): SourceResult<ZoneContent> =>
  readSource(source, newZoneContent, 'zone')

/** Parses the JSON source of a zone. */
export const readZoneSource = (source: string): SourceResult<ZoneContent> => readSource(source, zoneContent, 'zone')

/** The kinds of creatives in a zone, such as `share` or `html`. */
export function kindsIn(source: string): string[] {
  const { creatives = [] } = readZoneSource(source).value ?? {}
  return [...new Set(creatives.map(kindOf))]
}

function kindOf({ content_type, content }: Creative): string {
  const [kind] = Object.entries(contentTypes).find(([, type]) => type === content_type) ?? []
  if (kind) return kind
  const { widget } = JSON.parse(content)
  return typeof widget === 'string' ? widget : 'json'
}

const creativeOf = (when: Conditions, content_type: string, content: string): Creative => ({
  when,
  content_type,
  content,
})
