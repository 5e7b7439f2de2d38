import type { Readable } from 'node:stream'
import type { Domain } from '../../domain.js'
import { withSftp } from '../../sftp/connect.js'
import { SftpFailure } from '../../sftp/sftp-failure.js'
import { checkFolder, uploadTo } from '../../sftp/upload.js'
import type { FileStorage } from '../../store/file-storage.js'
import { newId } from '../../store/id.js'
import { openCredentials, requireServer, type ServerRow } from './sftp-server.js'

type SftpDomain = Domain & { files: FileStorage }

/** Stores a file for delivery to a server of the client. The next synchronization delivers it. Throws `not_found`. */
export async function queueDelivery(
  domain: SftpDomain,
  serverId: string,
  { filename, content }: { filename: string; content: Readable },
): Promise<void> {
  const { sftp_server_id } = await requireServer(domain, serverId)
  const delivery_id = newId()
  await domain.files.write(delivery_id, content, new AbortController().signal)
  await domain.db.query(
    'insert into sftp_deliveries (delivery_id, sftp_server_id, filename, created_at) values ($1, $2, $3, $4)',
    [delivery_id, sftp_server_id, filename.replace(/[/\\\0]/g, '_'), new Date(domain.settings.now())],
  )
}

/** Connects to a server, checks its folder and delivers the files that wait. Returns the server with the result. Throws `not_found`. */
export async function syncServer(domain: SftpDomain, serverId: string): Promise<ServerRow> {
  const server = await requireServer(domain, serverId)
  try {
    const fingerprint = await withSftp(
      openCredentials(domain, server),
      allowanceOf(domain),
      async ({ sftp, hostKeyFingerprint }) => {
        await checkFolder(sftp, server.folder)
        for (const { delivery_id, filename } of await deliveriesTo(domain, serverId)) {
          const content = await domain.files.read(delivery_id)
          if (content) await uploadTo(sftp, server.folder, filename, content)
          await domain.db.query('delete from sftp_deliveries where delivery_id = $1', [delivery_id])
          await domain.files.remove(delivery_id)
        }
        return hostKeyFingerprint
      },
    )
    await saveResult(domain, server, { fingerprint })
  } catch (error) {
    if (!(error instanceof SftpFailure)) throw error
    await saveResult(domain, server, { failure: error })
  }
  return requireServer(domain, serverId)
}

export const allowanceOf = ({ settings }: Domain) => ({ allowPrivate: settings.allowPrivateAddresses })

/** The files that wait for a server, oldest first. */
export const deliveriesTo = ({ db }: Domain, serverId: string) =>
  db.query<{ delivery_id: string; filename: string }>(
    'select delivery_id, filename from sftp_deliveries where sftp_server_id = $1 order by position',
    [serverId],
  )

/** Stores the host key of the first success, unless the server was changed meanwhile. */
async function saveResult(
  { db, settings }: Domain,
  { sftp_server_id, updated_at }: ServerRow,
  { fingerprint, failure }: { fingerprint?: string; failure?: SftpFailure },
): Promise<void> {
  await db.query(
    `update sftp_servers set sync_status = $2, sync_error_code = $3, sync_error_message = $4, synced_at = $5,
       host_key_fingerprint = case when updated_at = $7 then coalesce(host_key_fingerprint, $6) else host_key_fingerprint end
     where sftp_server_id = $1`,
    [
      ...[sftp_server_id, failure ? 'FAILED' : 'SUCCEEDED', failure?.code ?? null, failure?.message ?? null],
      ...[new Date(settings.now()), fingerprint ?? null, updated_at],
    ],
  )
}
