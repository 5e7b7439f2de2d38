import type { JsonSchema, Method, OpenApiDocument, Operation } from './openapi.js'

/** A call as one would try it at a prompt. */
export function curl({ servers }: OpenApiDocument, path: string, method: Method, operation: Operation): string {
  const { requestBody, security } = operation
  const tried = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const needsToken = !security.some(way => Object.keys(way).length === 0)
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${servers[0]!.url}${tried}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(type && content ? sending(type, content.schema) : []),
  ].join(' \\\n  ')
}

function sending(type: string, schema: JsonSchema): string[] {
  if (type === 'multipart/form-data') return Object.keys(schema.properties ?? {}).map(part => `-F '${part}=…'`)
  // A quote within a shell's quotes ends them, is quoted itself, and begins them again.
  const body = JSON.stringify(schema.examples?.[0] ?? {}).replaceAll("'", `'\\''`)
  return [`-H "Content-Type: ${type}"`, `-d '${body}'`]
}
