import { z } from 'zod'
import { conditions } from '../campaign/conditions.js'
import { unknownPlaceholders } from '../campaign/content-problems.js'
import { describeIssue } from '../campaign/describe-issue.js'
import { widgetContent } from '../campaign/widget-content.js'
import type { FormFields } from './console-context.js'
import type { FieldErrors } from './content-controls.js'
import { contentSchema, isObject, widgetSchema } from './content-schema.js'
import { readContent } from './read-content.js'

/** A creative as it stands in the JSON of a zone. */
export interface RawCreative {
  when?: Record<string, unknown>
  type?: string
  content?: unknown
}

/** The schema of the content of all widgets. */
export const widgetVariant = contentSchema(widgetContent)

/** Any JSON. */
export const jsonContent = contentSchema(z.record(z.string(), z.unknown()))

/** How the form shows the content of a creative: the fields of a widget, JSON without a known widget, or lines of text. */
export function contentKindOf({ type = 'json', content }: RawCreative): 'widget' | 'json' | 'lines' {
  if (type !== 'json') return 'lines'
  return content === undefined || (isObject(content) && widgetSchema(widgetVariant, content.widget)) ? 'widget' : 'json'
}

export const linesOf = ({ content }: RawCreative): string => [content].flat().join('\n')

/** The conditions whose values are chosen from lists. */
export const choiceConditions = ['level', 'audience', 'not_audience'] as const

/** The conditions whose values are typed words. */
export const wordConditions = Object.keys(conditions.shape).filter(
  name => name !== 'data' && !choiceConditions.some(choice => choice === name),
)

/** The creatives in the valid source of a zone. */
export const creativesIn = (source: string): RawCreative[] => JSON.parse(source).creatives

/** The creative that the fields of the form describe. What the form does not show stays as it was. */
export function readCreative(fields: FormFields, before: RawCreative): RawCreative {
  // Without a widget, there is no content: the content from before must not be published in its place.
  const { when: conditionsBefore, content: _, ...others } = before
  const when = readConditions(fields, conditionsBefore)
  const content = readContentOf(fields, before)
  return { ...(when && { when }), ...others, ...(content !== undefined && { content }) }
}

function readConditions(fields: FormFields, before: Record<string, unknown> = {}): Record<string, unknown> | undefined {
  const when = { ...before }
  for (const name of [...wordConditions, ...choiceConditions]) {
    const words = wordConditions.includes(name) ? wordsIn(fields[`when.${name}`]) : chosenIn(fields, name, before[name])
    if (words.length) when[name] = words.length === 1 && !Array.isArray(before[name]) ? words[0] : words
    else delete when[name]
  }
  const data = readContent(jsonContent, 'when.data', fields, before.data)
  if (data === undefined) delete when.data
  else when.data = data
  return Object.keys(when).length ? when : undefined
}

const wordsIn = (text = '') =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)

/** The chosen values, those that were chosen before in their order. */
function chosenIn(fields: FormFields, name: string, before: unknown): string[] {
  const prefix = `when.${name}.`
  const chosen = Object.keys(fields)
    .filter(field => field.startsWith(prefix))
    .map(field => field.slice(prefix.length))
  const former = [before].flat().filter(value => chosen.some(each => each === value)) as string[]
  return [...new Set([...former, ...chosen])]
}

function readContentOf(fields: FormFields, before: RawCreative): unknown {
  switch (contentKindOf(before)) {
    case 'widget':
      return readContent(widgetVariant, 'content', fields, before.content)
    case 'json':
      return readContent(jsonContent, 'content', fields, before.content)
    default: {
      const lines = (fields.content ?? '').split('\n')
      return Array.isArray(before.content) || lines.length > 1 ? lines : lines[0]
    }
  }
}

/** What is wrong with a creative, by the name of the field. */
export function errorsIn(creative: RawCreative): FieldErrors {
  const kind = contentKindOf(creative)
  const content = kind === 'widget' ? widgetContent : kind === 'json' ? z.record(z.string(), z.unknown()) : z.unknown()
  const result = z.object({ when: conditions.optional(), content }).safeParse(creative)
  const errors: FieldErrors = {}
  for (const issue of result.error?.issues ?? []) {
    for (const { path, message } of describeIssue(issue, creative, 'zone'))
      errors[path.join('.')] ??= `${message.slice(message.indexOf('expected')).replace('expected', 'Expected')}.`
  }
  for (const { path, expected } of kind === 'widget' ? unknownPlaceholders(creative.content, ['content']) : [])
    errors[path.join('.')] ??= `Expected ${expected}.`
  if (creative.content === undefined) errors['content.widget'] = 'Choose a widget.'
  return errors
}

/**
 * The source with another creative at this place, and then in this order. A new creative comes first, because the first one that fits is shown.
 */
export function withCreative(source: string, place: number | 'new', creative: RawCreative, order: number[]): string {
  const zone = JSON.parse(source)
  const creatives = creativesIn(source)
  const edited = place === 'new' ? creatives : creatives.with(place, creative)
  const ordered = order.map(index => edited[index])
  return JSON.stringify({ ...zone, creatives: place === 'new' ? [creative, ...ordered] : ordered }, null, 2)
}

/** The places of the creatives in the order of the form: `2,0,1`. Without a valid one, they stay as they are in the source. */
export function readOrder(text: string | undefined, source: string): number[] {
  const places = creativesIn(source).map((_, index) => index)
  const order = (text ?? '').split(',').map(Number)
  return order.length === places.length && places.every(place => order.includes(place)) ? order : places
}

/** The order after the creative that was at `place` in the source has moved by one step. */
export function moved(order: number[], place: number, direction: 'up' | 'down'): number[] {
  const from = order.indexOf(place)
  const to = direction === 'up' ? from - 1 : from + 1
  if (from < 0 || to < 0 || to >= order.length) return order
  return order.toSpliced(from, 1).toSpliced(to, 0, place)
}
