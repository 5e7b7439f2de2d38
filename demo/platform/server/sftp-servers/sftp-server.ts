import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import type { SftpTarget } from '../../sftp/connect.js'
import { type SftpFailureCode, sftpFailures } from '../../sftp/sftp-failure.js'
import type { SecretPlace } from '../../store/secrets.js'

const failureCodes = Object.keys(sftpFailures) as [SftpFailureCode, ...SftpFailureCode[]]

/** Why a server cannot be used, in a response. */
export const failureSchema = z.object({ code: z.enum(failureCodes), message: z.string() })

export const syncStatuses = ['SUCCEEDED', 'FAILED'] as const

/** An SFTP server in a response. It has no secrets. */
export const serverSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z.string(),
    port: z.int(),
    username: z.string(),
    authentication: z.enum(['PASSWORD', 'PRIVATE_KEY']),
    path: z.string(),
    host_key_fingerprint: z
      .string()
      .nullable()
      .describe(
        'The host key that the server must have. Null: the first synchronization accepts any key and stores it.',
      ),
    sync_status: z.enum(syncStatuses).nullable().describe('Null: never synchronized.'),
    sync_error: failureSchema.nullable(),
    synced_date: z.iso.datetime().nullable(),
    waiting_files: z.int().describe('The number of files that the next synchronization delivers.'),
    created_date: z.iso.datetime(),
    updated_date: z.iso.datetime(),
  })
  .meta({ id: 'SftpServer' })

/** A server as it is stored: its credentials are encrypted. */
export interface ServerRow extends SftpTarget {
  sftp_server_id: string
  client_id: string
  name: string
  folder: string
  sync_status: (typeof syncStatuses)[number] | null
  sync_error_code: SftpFailureCode | null
  sync_error_message: string | null
  synced_at: Date | null
  waiting_files: number
  created_at: Date
  updated_at: Date
}

/** The columns with credentials. */
const credentials = ['password', 'private_key', 'passphrase'] as const

type Credentials = Pick<SftpTarget, (typeof credentials)[number]>

const placeOf = (id: string, column: keyof Credentials): SecretPlace => ({ table: 'sftp_servers', column, id })

/** Decrypts the credentials of a stored server. */
export function openCredentials({ secrets }: Domain, row: ServerRow): ServerRow {
  const opened = { ...row }
  for (const column of credentials) {
    const sealed = row[column]
    if (sealed !== null) opened[column] = secrets.open(placeOf(row.sftp_server_id, column), sealed)
  }
  return opened
}

/** Encrypts the credentials in the settings of a server. Runs in the transaction that stores them. */
export async function sealCredentials<T extends Credentials>(
  { db, secrets }: Domain,
  id: string,
  settings: T,
): Promise<T> {
  const sealed = { ...settings }
  for (const column of credentials) {
    const secret = settings[column]
    if (secret !== null) sealed[column] = await secrets.seal(db, placeOf(id, column), secret)
  }
  return sealed
}

/** Lists each field, so that a secret is never part of a response. */
export const describeServer = (row: ServerRow): z.input<typeof serverSchema> => ({
  id: row.sftp_server_id,
  name: row.name,
  host: row.host,
  port: row.port,
  username: row.username,
  authentication: row.password === null ? 'PRIVATE_KEY' : 'PASSWORD',
  path: row.folder,
  host_key_fingerprint: row.host_key_fingerprint,
  sync_status: row.sync_status,
  sync_error: row.sync_error_code && { code: row.sync_error_code, message: row.sync_error_message ?? '' },
  synced_date: row.synced_at?.toISOString() ?? null,
  waiting_files: row.waiting_files,
  created_date: row.created_at.toISOString(),
  updated_date: row.updated_at.toISOString(),
})

/** The servers of the client, newest first. With an id: only that one. */
export const findServers = (
  { db, clientId }: Domain,
  { id, limit, offset }: { id?: string; limit?: number; offset?: number } = {},
): Promise<ServerRow[]> =>
  db.query<ServerRow>(
    `select s.*, (select count(*)::int from sftp_deliveries d where d.sftp_server_id = s.sftp_server_id) as waiting_files
     from sftp_servers s where client_id = $1 and ($2::text is null or sftp_server_id = $2)
     order by position desc limit $3 offset $4`,
    [clientId, id ?? null, limit ?? null, offset ?? 0],
  )

/** Finds a server of the client. Throws `not_found`. */
export async function requireServer(domain: Domain, id: string): Promise<ServerRow> {
  const [server] = await findServers(domain, { id })
  if (server) return server
  throw new RestError('not_found', 'There is no SFTP server with this id', { parameters: { sftp_server_id: id } })
}

export const allowanceOf = ({ settings }: Domain) => ({ allowPrivate: settings.allowPrivateAddresses })
