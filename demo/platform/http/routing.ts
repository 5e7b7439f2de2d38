import { errorResponse, RestError } from './rest-error.js'

/** `/api/v6/zones` and `/v6/zones` are the same call. */
export function canonicalPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/api(?=\/v\d+\/)/, '')
}

/** Groups calls by path in their order. The router responds with 405 to other methods of a path. */
export function byPath<T extends { path: string }>(calls: T[]): Map<string, T[]> {
  const paths = new Map<string, T[]>()
  for (const call of calls) paths.set(call.path, [...(paths.get(call.path) ?? []), call])
  return paths
}

export function notFound(): Response {
  return errorResponse(new RestError('not_found', 'There is no resource at this URL'))
}

export function methodNotAllowed(methods: string[]): Response {
  const allow = methods.join(', ')
  return errorResponse(
    new RestError('method_not_allowed', `This resource supports only ${allow}`, { headers: { Allow: allow } }),
  )
}
