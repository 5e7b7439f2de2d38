import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { keysOfWidget } from '../../testing/content-keys.js'
import { knownKeys, nestedKeys, widgets } from '../e2e/widgets/content-cases.js'

const read = (file: string) => readFileSync(file, 'utf8')

/** The row of a widget in the table of contents. */
const rowOf = (widget: string) => read('docs/widgets.md').match(new RegExp(`^\\| \`${widget}\` \\|.*$`, 'm'))![0]

/** The interface of a widget's content. */
const interfaceOf = (widget: string) =>
  read('src/page/zone-contents.ts').match(new RegExp(`\\n  widget: '${widget}'\\n[^]*?\\n}`))![0]

describe.each(widgets)('the fields of %s', widget => {
  const fields = knownKeys(widget).filter(key => key !== 'widget' && key !== 'title')

  test('are in docs/widgets.md', () => {
    const row = rowOf(widget)
    expect(fields.filter(field => !row.includes(`\`${field}\``) && !row.includes(`\`${field} {`))).toEqual([])
  })

  test('have in docs/widgets.md the keys that the schema has', () => {
    // A field that the platform can fill in has no schema.
    const known = nestedKeys(widget)
    for (const [, field, keys] of rowOf(widget).matchAll(/`(\w+)(?:`:? of `| )(\{ [^`]* \})/g))
      if (known[field!])
        expect(keys!.replace(/(?<=\w) \{.*?\}| \(a list\)/g, '').match(/\w+/g), field).toEqual(known[field!])
  })

  test('are in the type of the testing kit', () => {
    const type = interfaceOf(widget)
    expect(fields.filter(field => !type.includes(`\n  ${field}?:`))).toEqual([])
  })

  test('are the keys that the testing kit knows', () => {
    expect(new Set(keysOfWidget(widget))).toEqual(new Set(knownKeys(widget)))
  })
})
