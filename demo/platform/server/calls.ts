import { eventDocs, submitAsyncEvent, submitEvent, submitNamedAsyncEvent, submitNamedEvent } from './events.js'
import { exchangeCode } from './openid-connect.js'
import { writers } from './scope.js'
import { type ServerCall, type ServerTag, serverTags } from './server-call.js'
import { authorizeConsumer, createToken, exchangeToken, invalidateToken, showOwnToken, showToken } from './tokens.js'
import { fetchZone, renderNamedZone, renderZoneByBody } from './zones.js'

type Row = [
  method: ServerCall['method'],
  path: string,
  needs: ServerCall['needs'],
  answer: ServerCall['answer'],
  docs?: ServerCall['docs'],
  unlimited?: 'unlimited',
]

// biome-ignore format: a table is read by its columns
const table: Partial<Record<ServerTag, Row[]>> = {
  Authentication: [
    ['POST',   '/v4/tokens',                 'NONE',  createToken],
    ['GET',    '/v4/tokens',                 'ANY',   showOwnToken],
    ['POST',   '/v4/tokens/openid-connect/authorization-code-flow', 'NONE', exchangeCode],
    ['PUT',    '/v4/tokens/exchange/:token', 'ANY',   exchangeToken],
    ['GET',    '/v4/tokens/:token',          'ANY',   showToken],
    ['PUT',    '/v4/tokens/:token',          writers, authorizeConsumer],
    ['DELETE', '/v4/tokens/:token',          'ANY',   invalidateToken],
  ],
  Events: [
    ['POST',   '/v6/events',                 writers, submitEvent,           eventDocs.sync],
    ['POST',   '/v6/events/:event_name',     writers, submitNamedEvent,      eventDocs.syncNamed],
    ['POST',   '/v6/async-events',           writers, submitAsyncEvent,      eventDocs.async, 'unlimited'],
    ['POST',   '/v6/async-events/:event_name', writers, submitNamedAsyncEvent, eventDocs.asyncNamed, 'unlimited'],
  ],
  'Zone Rendering': [
    ['GET',    '/v5/zones/:zone_name',       'ANY',   fetchZone],
    ['POST',   '/v5/zones/:zone_name',       writers, renderNamedZone],
    ['POST',   '/v6/zones',                  writers, renderZoneByBody],
  ],
}

/** Every call of the server API, with the scopes each one needs (specification 4.2, 4.4 and 5.3). */
export const calls: ServerCall[] = serverTags.flatMap(tag =>
  (table[tag] ?? []).map(([method, path, needs, answer, docs, unlimited]) => ({
    method,
    path,
    needs,
    unlimited: unlimited === 'unlimited',
    answer,
    tag,
    docs,
  })),
)
