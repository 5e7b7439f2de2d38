import type { z } from 'zod'
import type { BodyShape } from '../http/body.js'
import type { ErrorCode } from '../http/rest-error.js'

/** The documentation of a call. Its schemas are the ones that validate the request. */
export interface CallDocs {
  /** What the call does: one line without a full stop. */
  summary: string
  /** Details, as plain text. */
  description?: string
  query?: z.ZodObject
  body?: BodyShape
  /** The JSON of a 200. Default: the response is empty, or has one of `mediaTypes`. */
  response?: z.ZodType
  /** The media types of a 200 that returns a file or a creative. */
  mediaTypes?: string[]
  /** Whether the call can redirect (302) to content at another URL. */
  redirects?: boolean
  /** The errors of this call. Those of its body, token and rate limit are added. */
  errors?: CallError[]
}

/** An error code, with its status where that is not the default of the code. */
export type CallError = ErrorCode | readonly [code: ErrorCode, status: number]
