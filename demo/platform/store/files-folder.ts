import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from './database.js'
import { DatabaseError, messageOf } from './database-error.js'
import { newId } from './id.js'

/** The file with the id of the folder. */
export const MARK = '.folder-id'

/**
 * Checks that a process uses the folder in which the database has its files: without their contents, it would fail the jobs of other processes. A
 * database without files takes the folder over. Undefined: the process has a temporary folder. Throws a `DatabaseError`.
 */
export async function checkFilesFolder(db: Queryable, folder: string | undefined): Promise<void> {
  const own = folder && (await markOf(folder))
  const known = await folderOf(db, own)
  if (known === own || known === undefined) return
  if (!(await hasFiles(db))) {
    if (own) await db.query('update files_folder set folder_id = $1', [own])
    return
  }
  if (!folder) throw new DatabaseError('The files of this database are in a folder. Start the platform with filesDir.')
  throw new DatabaseError(
    `${folder}: the files of this database are in another folder. Start the platform with that folder. If it is lost, write ${known} into ${join(folder, MARK)} to go on without the files.`,
  )
}

/** The id in a folder. Creates folder and id if they are missing; another process may do so at the same moment. */
async function markOf(folder: string): Promise<string> {
  const mark = join(folder, MARK)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(mark, newId(), { flag: 'wx' }).catch(unlessExists)
    return (await readFile(mark, 'utf8')).trim()
  } catch (error) {
    throw new DatabaseError(`${folder}: the folder of the files cannot be used: ${messageOf(error)}.`)
  }
}

/** The folder of the database. The first one stays. */
async function folderOf(db: Queryable, own: string | undefined): Promise<string | undefined> {
  if (own) await db.query('insert into files_folder (folder_id) values ($1) on conflict do nothing', [own])
  const [row] = await db.query<{ folder_id: string }>('select folder_id from files_folder')
  return row?.folder_id
}

async function hasFiles(db: Queryable): Promise<boolean> {
  const [row] = await db.query(
    `select 1 where exists (select 1 from files where status = 'AVAILABLE')
       or exists (select 1 from batch_jobs where status in ('QUEUED', 'RUNNING'))
       or exists (select 1 from report_runs) or exists (select 1 from sftp_deliveries)`,
  )
  return row !== undefined
}

function unlessExists(error: unknown): void {
  if (Object(error).code !== 'EEXIST') throw error
}
