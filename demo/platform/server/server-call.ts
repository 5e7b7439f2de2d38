import type { Context } from 'hono'
import type { Clock } from '../clock/clock.js'
import type { Domain } from '../domain.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { Token } from '../identity/token.js'
import type { Queue } from '../jobs/queue.js'
import type { CallDocs } from '../openapi/call-docs.js'
import type { Database } from '../store/database.js'
import type { FileStorage } from '../store/file-storage.js'
import type { Scope } from './scope.js'

export interface ServerEnv {
  Bindings: Domain & {
    db: Database
    count: RateLimit
    queue: Queue
    files: FileStorage
    clock: Clock
    /** Whether the database has the demo brand. */
    hasDemoData: boolean
  }
  Variables: { token: Token | undefined }
}

export type ServerContext = Context<ServerEnv>

/** The tags of the published interface, in its order (specification 1). */
export const serverTags = [
  'Authentication',
  'Batch Jobs',
  'Events',
  'Files',
  'Persons',
  'Reward Suppliers',
  'Rewards',
  'SFTP Servers',
  'Webhooks',
  'Zone Rendering',
] as const

/** The tags of the management API, which has the same origin. */
export const managementTags = [
  'Campaigns',
  'Client',
  'Clock',
  'Components',
  'Emails',
  'Report Runners',
  'Report Types',
  'Reports',
] as const

export type ManagementTag = (typeof managementTags)[number]
export type ServerTag = (typeof serverTags)[number] | ManagementTag

/** One call of the server API. */
export interface ServerCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The token must have one of these scopes. `ANY`: any valid token. `NONE`: the call needs no token, or reads it itself. */
  requiredScopes: Scope[] | 'ANY' | 'NONE'
  /** Whether the call has no rate limit, for large numbers of events (specification 8). */
  unlimited: boolean
  handle(c: ServerContext): Promise<Response> | Response
  /** The heading of the call in the documentation. */
  tag: ServerTag
  docs: CallDocs
}

/** A row of a table of calls. */
export type CallRow = [
  method: ServerCall['method'],
  path: string,
  requiredScopes: ServerCall['requiredScopes'],
  handle: ServerCall['handle'],
  docs: ServerCall['docs'],
  unlimited?: 'unlimited',
]

/** Returns the token of the caller. Throws if the request has none. */
export function tokenOf(c: ServerContext): Token {
  const { token } = c.var
  if (!token) throw new Error(`${c.req.path} has no token`)
  return token
}
