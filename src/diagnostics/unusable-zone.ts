import { RewardsError } from '../error/error.js'

/** The part of an answer that says why it is no content of a zone. */
interface UnusableAnswer {
  status: number
  headers: Pick<Headers, 'get'>
  /** Undefined if the body is not JSON. */
  json: unknown
}

/** The error for an answer whose body is no content of a zone. `name` is that of the zone. */
export function unusableZone(name: string, { status, headers, json }: UnusableAnswer): RewardsError {
  if (headers.get('content-type')?.includes('javascript'))
    return new RewardsError('unsupported_content', `Zone ${name}: JavaScript is never run; publish JSON or HTML`)
  const fault = json === undefined ? 'is not valid JSON' : 'has no `data`'
  return new RewardsError('invalid_response', `Zone ${name}: the answer ${fault}`, { status })
}
