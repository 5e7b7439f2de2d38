import { errorResponse, RestError } from './rest-error.js'

/** `/api/v6/zones` and `/v6/zones` are one call. */
export function canonicalPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/api(?=\/v\d+\/)/, '')
}

/** The calls of a table by their path, in the table's order: a path answers 405 to every other method. */
export function byPath<T extends { path: string }>(calls: T[]): Map<string, T[]> {
  const paths = new Map<string, T[]>()
  for (const call of calls) paths.set(call.path, [...(paths.get(call.path) ?? []), call])
  return paths
}

export function notFound(): Response {
  return errorResponse(new RestError('not_found', 'Nothing answers at this address'))
}

export function methodNotAllowed(methods: string[]): Response {
  const allow = methods.join(', ')
  return errorResponse(new RestError('method_not_allowed', `Only ${allow} here`, { headers: { Allow: allow } }))
}
