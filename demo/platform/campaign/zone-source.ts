import { z } from 'zod'
import { exceedsDepth, MAX_DEPTH } from '../http/exceeds-depth.js'
import { type Audience, audience } from './audience.js'
import { jsonSyntaxError } from './json-syntax-error.js'

/** The content of a zone: its creatives. The first one whose audience includes the viewer is shown. */
export interface ZoneContent {
  creatives: Creative[]
}

export interface Creative {
  when: Audience
  content_type: string
  /** The content as it is sent. */
  content: string
}

/** The maximum length of the source in characters. */
const MAX_LENGTH = 200_000

const contentTypes = {
  html: 'text/html; charset=utf-8',
  javascript: 'text/javascript; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const

/** JSON has no multi-line strings, so a list of lines is accepted as well. */
const lines = z
  .union([z.string(), z.array(z.string())], 'Expected a string or the list of its lines')
  .transform(text => [text].flat().join('\n'))

const when = audience.default({})

const creative = z.discriminatedUnion('type', [
  z
    .strictObject({ when, type: z.literal('json').optional(), content: z.record(z.string(), z.unknown()) })
    .transform(({ when, content }): Creative => creativeOf(when, 'application/json', JSON.stringify(content))),
  z
    .strictObject({ when, type: z.enum(['html', 'javascript', 'text']), content: lines })
    .transform(({ when, type, content }): Creative => creativeOf(when, contentTypes[type], content)),
])

const zoneContent = z.strictObject({ creatives: z.array(creative) })

/** Parses the source of a zone. Returns its content, or the first error and its position. */
export function readZoneSource(
  source: string,
): { zone: ZoneContent; error?: undefined } | { zone?: undefined; error: string } {
  if (source.length > MAX_LENGTH) return { error: `A zone can have at most ${MAX_LENGTH} characters` }
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    return { error: jsonSyntaxError(source) ?? String(error) }
  }
  if (exceedsDepth(value)) return { error: `A zone can have at most ${MAX_DEPTH} levels of nesting` }
  const result = zoneContent.safeParse(value)
  return result.success ? { zone: result.data } : { error: describeError(result.error) }
}

/** The kinds of creatives in a zone, such as `share` or `html`. */
export function kindsIn(source: string): string[] {
  const { creatives = [] } = readZoneSource(source).zone ?? {}
  return [...new Set(creatives.map(kindOf))]
}

function kindOf({ content_type, content }: Creative): string {
  const [kind] = Object.entries(contentTypes).find(([, type]) => type === content_type) ?? []
  if (kind) return kind
  const { widget } = JSON.parse(content)
  return typeof widget === 'string' ? widget : 'json'
}

const creativeOf = (when: Audience, content_type: string, content: string): Creative => ({
  when,
  content_type,
  content,
})

/** Describes the first validation error: `creatives[1].when.level: …`. */
function describeError({ issues }: z.ZodError): string {
  const { path, message } = issues[0]!
  const place = path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return place ? `${place.slice(1)}: ${message}` : message
}
