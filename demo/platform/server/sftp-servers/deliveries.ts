import type { Domain } from '../../domain.js'
import { addJob } from '../../jobs/job.js'
import type { LeasedKind, Outcome } from '../../jobs/job-kind.js'
import { withSftp } from '../../sftp/connect.js'
import { SftpFailure, type SftpFailureCode } from '../../sftp/sftp-failure.js'
import { checkFolder, uploadTo } from '../../sftp/upload.js'
import type { FileStorage } from '../../store/file-storage.js'
import { allowanceOf, openCredentials, requireServer, type ServerRow } from './sftp-server.js'

type SftpDomain = Domain & { files: FileStorage }

const MINUTE_MS = 60_000

interface Delivery {
  delivery_id: string
  sftp_server_id: string
  filename: string
  report_run_id: string | null
}

/**
 * The jobs that deliver a file to an SFTP server, one at a time for each server. Each has its own attempts: a file that a server refuses holds up no
 * other one. A synchronization gives each its attempts again.
 */
export const deliveries: LeasedKind<SftpDomain> = {
  name: 'sftp-delivery',
  title: 'Delivery of a file to an SFTP server',
  atOnce: 8,
  perLane: 1,
  exclusive: true,
  delaysMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 360 * MINUTE_MS],
  async work(domain, { payload }, signal) {
    const [delivery] = await findDeliveries(domain, { deliveryId: payload as string })
    if (!delivery) return async () => undefined
    const server = await requireServer(domain, delivery.sftp_server_id)
    const result = await deliver(domain, server, delivery, signal).catch(failureOf)
    return stored => storeDelivery(stored, server, delivery, result)
  },
  async afterDeath(domain, { payload }) {
    const [delivery] = await findDeliveries(domain, { deliveryId: payload as string })
    if (!delivery) return
    const server = await requireServer(domain, delivery.sftp_server_id)
    await storeDelivery(domain, server, delivery, { failure: new SftpFailure('platform_failed') })
  },
  cleanUp: ({ files }, { payload }) => files.remove(payload as string),
}

/** Adds a file to those that wait for a server. Its content has the id of the delivery as its name. */
export async function queueDelivery(domain: Domain, delivery: Delivery): Promise<void> {
  const { delivery_id, sftp_server_id, filename, report_run_id } = delivery
  await domain.db.query(
    'insert into sftp_deliveries (delivery_id, sftp_server_id, filename, report_run_id, created_at) values ($1, $2, $3, $4, $5)',
    [
      ...[delivery_id, sftp_server_id, filename.replace(/[/\\\0]/g, '_'), report_run_id],
      new Date(domain.settings.now()),
    ],
  )
  await scheduleDelivery(domain, delivery)
}

/** Delivers a file now, with all attempts. */
export const scheduleDelivery = (domain: Domain, { delivery_id, sftp_server_id }: Delivery): Promise<void> =>
  addJob(domain, {
    ...{ job_id: `${deliveries.name}:${delivery_id}`, kind: deliveries.name, lane: sftp_server_id },
    payload: delivery_id,
  })

/** The files that wait for a server, oldest first, or one of them. */
export const findDeliveries = (
  { db }: Domain,
  { serverId, deliveryId }: { serverId?: string; deliveryId?: string },
): Promise<Delivery[]> =>
  db.query<Delivery>(
    `select delivery_id, sftp_server_id, filename, report_run_id from sftp_deliveries
     where sftp_server_id = $1 or delivery_id = $2 order by position`,
    [serverId ?? null, deliveryId ?? null],
  )

/** The result of a connection to a server. */
export interface SyncResult {
  fingerprint?: string
  failure?: Pick<SftpFailure, 'code' | 'message'>
}

export function failureOf(error: unknown): SyncResult {
  if (error instanceof SftpFailure) return { failure: error }
  throw error
}

async function deliver(
  domain: SftpDomain,
  server: ServerRow,
  { delivery_id, filename }: Delivery,
  signal: AbortSignal,
): Promise<SyncResult> {
  const content = await domain.files.read(delivery_id)
  if (!content) throw new SftpFailure('content_missing')
  const target = openCredentials(domain, server)
  return withSftp(target, { ...allowanceOf(domain), signal }, async ({ sftp, hostKeyFingerprint }) => {
    await checkFolder(sftp, server.folder)
    await uploadTo(sftp, server.folder, filename, content)
    return { fingerprint: hostKeyFingerprint }
  }).finally(() => content.destroy())
}

/** The result is that of the delivery, of its report and of the server, or of none of them. */
async function storeDelivery(
  domain: Domain,
  server: ServerRow,
  delivery: Delivery,
  result: SyncResult,
): Promise<Outcome> {
  const { db } = domain
  const { delivery_id } = delivery
  const { failure } = result
  if (failure) {
    const change = 'update sftp_deliveries set error_code = $2 where delivery_id = $1 returning 1'
    const [waits] = await db.query(change, [delivery_id, failure.code])
    // The server was deleted meanwhile, and the report says that.
    if (!waits) return undefined
  } else await db.query('delete from sftp_deliveries where delivery_id = $1', [delivery_id])
  await saveReportResult(domain, delivery, failure)
  await saveResult(domain, server, result)
  return failure && { failed: failure.message }
}

/** Stores with the report of a delivery what has become of it. */
export async function saveReportResult(
  { db }: Domain,
  { report_run_id }: Delivery,
  failure: SyncResult['failure'],
): Promise<void> {
  await db.query(
    'update report_runs set sync_status = $2, sync_error_code = $3, sync_error_message = $4 where report_run_id = $1',
    [report_run_id, failure ? 'FAILED' : 'SUCCEEDED', failure?.code ?? null, failure?.message ?? null],
  )
}

/**
 * Stores the result of a connection with the server. While a file waits that it has refused, the server shows that. Stores the host key of the first
 * success, unless the server was changed meanwhile.
 */
export async function saveResult(
  { db, settings }: Domain,
  { sftp_server_id, updated_at }: ServerRow,
  { fingerprint, failure }: SyncResult,
): Promise<void> {
  const [refused] = await db.query<{ error_code: SftpFailureCode }>(
    'select error_code from sftp_deliveries where sftp_server_id = $1 and error_code is not null order by position limit 1',
    [sftp_server_id],
  )
  const shown = failure ?? (refused && new SftpFailure(refused.error_code))
  await db.query(
    `update sftp_servers set sync_status = $2, sync_error_code = $3, sync_error_message = $4, synced_at = $5,
       host_key_fingerprint = case when updated_at = $7 then coalesce(host_key_fingerprint, $6) else host_key_fingerprint end
     where sftp_server_id = $1`,
    [
      ...[sftp_server_id, shown ? 'FAILED' : 'SUCCEEDED', shown?.code ?? null, shown?.message ?? null],
      ...[new Date(settings.now()), fingerprint ?? null, updated_at],
    ],
  )
}
