import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { program } from '../../../../demo/platform/campaign/program.js'
import { readProgram } from '../../../../demo/platform/campaign/read-program.js'
import { seedProgram, seedProgramNames } from '../../../../demo/platform/setup/seed-programs/index.js'

const page = readFileSync('docs/programs.md', 'utf8')
const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, source]) => source!)

/** The fields in the first column of the page's tables. */
const documented = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) =>
  names!.split(', ').map(name => name.replaceAll('`', '')),
)

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | false
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** The paths of the values in a schema: `rewards[].coupon.code`. A list of plain values is one value. */
function valuesIn(schema: JsonSchema, path = ''): string[] {
  const { properties, additionalProperties, items, anyOf, oneOf } = schema
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.flatMap(each => valuesIn(each, path))
  if (properties)
    return Object.entries(properties).flatMap(([name, value]) => valuesIn(value, path ? `${path}.${name}` : name))
  if (additionalProperties) return valuesIn(additionalProperties, `${path}.<name>`)
  return items?.properties ? valuesIn(items, `${path}[]`) : [path]
}

/** All rules have the same conditions, so the page describes these once: `when.level`. */
const fields = new Set(
  valuesIn(z.toJSONSchema(program, { io: 'input' }) as JsonSchema).flatMap(path => {
    const [, rule, condition] = /^(.*\.when)\.(.*)$/.exec(path) ?? []
    return rule ? [rule, `when.${condition}`] : [path]
  }),
)

describe('the page about programs', () => {
  test('describes every field, and no other', () => {
    expect(fields.size).toBeGreaterThan(40)
    expect(documented.sort()).toEqual([...fields].sort())
  })

  test.each(examples)('has a valid program: %s', source => {
    expect(readProgram(source).errors).toBeUndefined()
  })

  test('begins with the program of the demo', () => {
    const [first] = examples
    expect(readProgram(first!).value).toEqual(readProgram(seedProgram('give-20-get-20')).value)
  })

  test('lists the programs to start from', () => {
    const listed = [...page.matchAll(/seed-programs\/([\w-]+)\.json/g)].map(([, name]) => name)
    expect(listed).toEqual([...seedProgramNames])
  })

  test('quotes an error as it is', () => {
    const [, quoted] = /^```\n(.*)\n```$/m.exec(page)!
    const reward = { name: 'a', to: 'consumer', step: 'b', value: 'twenty', type: 'USD' }
    const source = JSON.stringify({ name: 'A', label: 'a', rewards: [reward] })
    expect(readProgram(source).errors).toMatchObject([{ message: quoted }])
  })
})
