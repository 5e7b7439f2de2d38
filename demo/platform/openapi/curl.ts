import type { oas31 } from 'zod-openapi'
import { type DocumentCall, type JsonSchema, needsNoToken, resolve } from './read-document.js'

/** A call as a command for a shell. */
export function curl({ servers }: oas31.OpenAPIObject, { path, method, operation }: DocumentCall): string {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${servers?.[0]?.url}${url}"`,
    ...(needsNoToken(operation) ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(operation.requestBody ? bodyArguments(resolve(operation.requestBody)) : []),
  ].join(' \\\n  ')
}

function bodyArguments({ content }: oas31.RequestBodyObject): string[] {
  const [type, media] = Object.entries(content)[0] ?? []
  const { properties = {}, examples }: JsonSchema = media?.schema ?? {}
  if (type === 'multipart/form-data') return Object.keys(properties).map(part => `-F '${part}=…'`)
  // A single quote ends the shell's string: close it, add an escaped quote, open it again.
  const body = JSON.stringify(examples?.[0] ?? {}).replaceAll("'", `'\\''`)
  return [`-H "Content-Type: ${type}"`, `-d '${body}'`]
}
