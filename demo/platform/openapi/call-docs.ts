import type { z } from 'zod'
import type { BodyShape } from '../http/body.js'
import type { ErrorCode } from '../http/rest-error.js'

/** What the OpenAPI document tells of a call. Its schemas are the ones the call itself validates by, never copies. */
export interface CallDocs {
  /** What the call does: one line, no full stop. */
  summary: string
  /** What the line leaves unsaid. Plain text. */
  description?: string
  query?: z.ZodObject
  body?: BodyShape
  /** What a 200 holds, as JSON. Absent: nothing, unless `mediaTypes`. */
  response?: z.ZodType
  /** The media types of a 200 that holds content, not data. */
  mediaTypes?: string[]
  /** Whether content that lies elsewhere is led to by a 302. */
  redirects?: boolean
  /** The call's own codes, beside those that follow from its body, its token and the rate limit. */
  errors?: CallError[]
}

/** A code, with the status it has here where that is not its usual one. */
export type CallError = ErrorCode | readonly [code: ErrorCode, status: number]
