import { z } from 'zod'
import { parseBody, validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import { removeDeadJobs } from '../../jobs/dead-jobs.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { withSftp } from '../../sftp/connect.js'
import { SftpFailure } from '../../sftp/sftp-failure.js'
import { checkFolder } from '../../sftp/upload.js'
import { newId } from '../../store/id.js'
import type { ServerContext } from '../server-call.js'
import { deliveries, findDeliveries, saveReportResult } from './deliveries.js'
import { changedBy, changedSettings, newSettings, type StoredSettings, settingsOf } from './settings.js'
import {
  allowanceOf,
  describeServer,
  failureSchema,
  findServers,
  openCredentials,
  requireServer,
  type ServerRow,
  sealCredentials,
  serverSchema,
} from './sftp-server.js'
import { syncServer } from './sync.js'

const DEFAULT_LIMIT = 100

const query = z.object(pageOf(DEFAULT_LIMIT))
const newServer = { schema: newSettings }
const changes = { schema: changedSettings }

/** `GET /v6/sftp-servers`: a page of the servers, newest first (specification 4.4). */
export async function listServers(c: ServerContext): Promise<Response> {
  return Response.json((await findServers(c.env, validate(query, c.req.query()))).map(describeServer))
}

/** `GET /v6/sftp-servers/{sftp_server_id}` */
export const showServer = async (c: ServerContext): Promise<Response> => serverResponse(await serverInPath(c))

/** `POST /v6/sftp-servers`: stores a server without connecting to it. Throws `invalid_parameter`. */
export async function createServer(c: ServerContext): Promise<Response> {
  const stored = settingsOf(await parseBody(c.req.raw, newServer))
  const { clientId, settings } = c.env
  const id = newId()
  await c.env.db.transaction(async db =>
    db.query(
      `insert into sftp_servers (sftp_server_id, client_id, created_at, updated_at, ${columns.join(', ')})
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [id, clientId, new Date(settings.now()), ...valuesOf(await sealCredentials({ ...c.env, db }, id, stored))],
    ),
  )
  return serverResponse(await requireServer(c.env, id))
}

/** `PUT /v6/sftp-servers/{sftp_server_id}`: changes the given settings. Throws `invalid_parameter`. */
export async function updateServer(c: ServerContext): Promise<Response> {
  const { sftp_server_id: id } = await serverInPath(c)
  const given = await parseBody(c.req.raw, changes)
  const updated = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    await db.query('select 1 from sftp_servers where sftp_server_id = $1 for update', [id])
    const changed = changedBy(openCredentials(domain, await requireServer(domain, id)), given)
    const stored = await sealCredentials(domain, id, changed)
    const assignments = columns.map((column, index) => `${column} = $${index + 3}`).join(', ')
    await db.query(`update sftp_servers set updated_at = $2, ${assignments} where sftp_server_id = $1`, [
      id,
      new Date(c.env.settings.now()),
      ...valuesOf(stored),
    ])
    return requireServer(domain, id)
  })
  return serverResponse(updated)
}

/** `DELETE /v6/sftp-servers/{sftp_server_id}`: returns the deleted server. Files that wait for it are not delivered: their reports say so. */
export async function deleteServer(c: ServerContext): Promise<Response> {
  const server = await serverInPath(c)
  const { sftp_server_id } = server
  const waiting = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    await db.query('select 1 from sftp_servers where sftp_server_id = $1 for update', [sftp_server_id])
    const found = await findDeliveries(domain, { serverId: sftp_server_id })
    for (const delivery of found) await saveReportResult(domain, delivery, new SftpFailure('server_deleted'))
    await db.query('delete from sftp_servers where sftp_server_id = $1', [sftp_server_id])
    await removeDeadJobs(domain, deliveries.name, sftp_server_id)
    return found
  })
  for (const { delivery_id } of waiting) await c.env.files.remove(delivery_id)
  return serverResponse(server)
}

/** `POST /v6/sftp-servers/{sftp_server_id}/sync`: delivers the files that wait, and returns the server with the result. */
export async function syncNow(c: ServerContext): Promise<Response> {
  return serverResponse(await syncServer(c.env, (await serverInPath(c)).sftp_server_id))
}

/** `POST /v6/sftp-servers/validate`: tries settings without storing them. Throws `invalid_parameter`. */
export async function validateServer(c: ServerContext): Promise<Response> {
  const settings = settingsOf(await parseBody(c.req.raw, newServer))
  try {
    await withSftp(settings, allowanceOf(c.env), ({ sftp }) => checkFolder(sftp, settings.folder))
    return Response.json({ valid: true, errors: [] })
  } catch (error) {
    if (!(error instanceof SftpFailure)) throw error
    return Response.json({ valid: false, errors: [{ code: error.code, message: error.message }] })
  }
}

const columns = [
  'name',
  'host',
  'port',
  'username',
  'password',
  'private_key',
  'passphrase',
  'folder',
  'host_key_fingerprint',
] as const satisfies (keyof StoredSettings)[]

const valuesOf = (stored: StoredSettings) => columns.map(column => stored[column])

const serverInPath = (c: ServerContext) => requireServer(c.env, c.req.param('sftp_server_id')!)

const serverResponse = (server: ServerRow) => Response.json(describeServer(server))

export const sftpDocs = {
  list: { summary: 'List SFTP servers, newest first', query, response: z.array(serverSchema) },
  create: {
    summary: 'Add an SFTP server',
    description:
      'The platform delivers files to it, such as reports. It needs a password or a private key. Secrets are never part of a response. The platform connects only to public addresses, unless it was started with private addresses allowed. It does not connect before the first synchronization.',
    body: newServer,
    response: serverSchema,
    errors: ['invalid_parameter'],
  },
  show: { summary: 'Get an SFTP server', response: serverSchema, errors: ['not_found'] },
  update: {
    summary: 'Update an SFTP server',
    description:
      'Fields that are not in the body stay unchanged. A new password replaces the private key, and the other way round. If you change the host, change the fingerprint of its key as well: the credentials are only sent to a server with that key.',
    body: changes,
    response: serverSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
  delete: {
    summary: 'Delete an SFTP server and return it',
    description: 'Files that wait for it are not delivered. Their reports have the error `server_deleted`.',
    response: serverSchema,
    errors: ['not_found'],
  },
  sync: {
    summary: 'Synchronize with an SFTP server now',
    description:
      'Connects, checks the folder, and delivers the files that wait. The response has the result in `sync_status` and `sync_error`.',
    response: serverSchema,
    errors: ['not_found'],
  },
  validate: {
    summary: 'Try the settings of an SFTP server without storing them',
    description: 'Connects, logs in, and writes and removes an empty file in the folder.',
    body: newServer,
    response: z.object({ valid: z.boolean(), errors: z.array(failureSchema) }),
    errors: ['invalid_parameter'],
  },
} satisfies Record<string, CallDocs>
