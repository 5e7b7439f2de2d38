import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Database } from './database.js'
import { DatabaseError, DatabaseUnavailable } from './database-error.js'
import { freeBytesOf, requireSpace } from './disk-space.js'
import { lockFolder } from './folder-lock.js'
import { dataFormat, emptyDatabase } from './image.js'
import { migrate } from './migrate.js'
import { pgliteDatabase, startPglite } from './pglite-database.js'

/**
 * Opens the embedded database (PGlite) in a folder, or in memory. Only one process can use the folder. Throws `FolderInUse`, and a
 * `DatabaseError` if a newer version of the platform has changed the database, or if the disk is nearly full. `freeSpace` returns the free space of the
 * disk of a folder, in bytes.
 */
export async function openEmbedded(dataDir?: string, freeSpace = freeBytesOf): Promise<Database> {
  if (!dataDir) return pgliteDatabase(await startPglite({ loadDataDir: await emptyDatabase() }))
  const unlock = await lockFolder(dataDir)
  const check = () => requireSpace(freeSpace(dataDir))
  try {
    check()
    // Data files of another format stay where they are.
    return pgliteDatabase(await openFolder(join(dataDir, `pglite-${await dataFormat()}`)), { check, onClose: unlock })
  } catch (error) {
    await unlock()
    throw error instanceof DatabaseUnavailable ? new DatabaseError(`${dataDir}: ${error.message}.`) : error
  }
}

async function openFolder(folder: string): Promise<PGlite> {
  await access(folder).catch(() => unpackInto(folder))
  const pglite = await startPglite({ dataDir: folder })
  try {
    await migrate(pgliteDatabase(pglite), folder)
    return pglite
  } catch (error) {
    await pglite.close()
    throw error
  }
}

/** Unpacks into a temporary folder and renames it, so that an interrupted start leaves no incomplete database. */
async function unpackInto(folder: string): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  const pglite = await startPglite({ dataDir: draft, loadDataDir: await emptyDatabase() })
  await pglite.close()
  await rename(draft, folder)
}
