import { z } from 'zod'
import { isDeeper, MAX_DEPTH } from '../http/is-deeper.js'
import { type Audience, audience } from './audience.js'
import { jsonFault } from './json-fault.js'

/** What a zone holds, as its marketer wrote it: a JSON text of its creatives, of which the first whose audience fits is shown. */
export interface ZoneContent {
  creatives: Creative[]
}

export interface Creative {
  when: Audience
  content_type: string
  /** As it goes over the wire. */
  content: string
}

/** Long enough for any zone; an editor on a page has its limits. */
const MAX_LENGTH = 200_000

const contentTypes = {
  html: 'text/html; charset=utf-8',
  javascript: 'text/javascript; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const

/** JSON has no texts of several lines: they may be given as a list of them. */
const lines = z
  .union([z.string(), z.array(z.string())], 'Expected a text, or the list of its lines')
  .transform(given => [given].flat().join('\n'))

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

/** Reads what a marketer wrote. Answers the zone's content, or the first fault of the text and where it is. */
export function readZoneSource(
  source: string,
): { zone: ZoneContent; fault?: undefined } | { zone?: undefined; fault: string } {
  if (source.length > MAX_LENGTH) return { fault: `A zone has at most ${MAX_LENGTH} characters` }
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    return { fault: jsonFault(source) ?? String(error) }
  }
  if (isDeeper(value)) return { fault: `A zone nests at most ${MAX_DEPTH} levels` }
  const result = zoneContent.safeParse(value)
  return result.success ? { zone: result.data } : { fault: inWords(result.error) }
}

/** What a zone is made of, for a list: `share`, `html`, … */
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

/** The first of what does not fit: `creatives[1].when.level: …`. */
function inWords({ issues }: z.ZodError): string {
  const { path, message } = issues[0]!
  const place = path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return place ? `${place.slice(1)}: ${message}` : message
}
