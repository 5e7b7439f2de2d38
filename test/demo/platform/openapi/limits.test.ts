import { expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { callsIn, resolve } from '../../../../demo/platform/openapi/read-document.js'
import { program, server, usePlatform } from '../use-platform.js'
import limits from './limits.json' with { type: 'json' }

const visit = usePlatform()

const KEYWORDS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'] as const

type Schema = oas31.SchemaObject | oas31.ReferenceObject

/** The limits in a schema, such as `tags maxItems`. Those that every integer has do not count. */
function limitsIn(given: Schema, schemas: Record<string, Schema> = {}, name = ''): Record<string, number> {
  const schema: oas31.SchemaObject = resolve(given, schemas)
  const own = KEYWORDS.map(keyword => [`${name} ${keyword}`, schema[keyword]] as const)
  const fields = Object.entries(schema.properties ?? {}).map(([field, of]) => [`${name} ${field}`, of] as const)
  const items = typeof schema.items === 'object' ? [[`${name} []`, schema.items as Schema] as const] : []
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return Object.assign(
    Object.fromEntries(own.filter(([, limit]) => limit !== undefined && Math.abs(limit) !== Number.MAX_SAFE_INTEGER)),
    ...[...fields, ...items, ...variants.map(of => [name, of] as const)].map(([of, part]) =>
      limitsIn(part, schemas, of),
    ),
  )
}

test('the limits of what a request can contain are those that were recorded', async () => {
  const found: Record<string, number> = {}
  for (const origin of [program, server]) {
    const document: oas31.OpenAPIObject = await (await visit.send(`${origin}/openapi.json`)).json()
    const { schemas, parameters } = document.components!
    for (const { method, path, operation } of callsIn(document)) {
      const name = `${method.toUpperCase()} ${path}`
      for (const each of operation.parameters ?? []) {
        const parameter = resolve(each, parameters as Record<string, oas31.ParameterObject>)
        if (parameter.schema) Object.assign(found, limitsIn(parameter.schema, schemas, `${name} ?${parameter.name}`))
      }
      const { content = {} } = (operation.requestBody ?? {}) as oas31.RequestBodyObject
      for (const { schema } of Object.values(content)) if (schema) Object.assign(found, limitsIn(schema, schemas, name))
    }
  }
  // A new limit may be missing in the record.
  expect(found).toMatchObject(limits)
})
