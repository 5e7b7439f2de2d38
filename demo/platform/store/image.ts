import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { migrate } from './migrate.js'
import { migrations } from './migrations/index.js'
import { pgliteDatabase, startPglite } from './pglite-database.js'
import { removeOldest } from './remove-oldest.js'

/** The folder of the package PGlite. */
const PGLITE = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '../..')

/** The cache folder of development tools, in the `node_modules` that has PGlite. */
const CACHE = join(PGLITE, '../../.cache/local-platform')

/** Four archives: of branches with different tables between which somebody changes. */
const MAX_CACHE_BYTES = 200_000_000

let image: Promise<Blob> | undefined

/**
 * An empty database with all tables, as an archive. Loading it takes a quarter of the time that PostgreSQL needs to
 * initialize, so it is cached between runs. It is not compressed, because that would double the time to load it.
 */
export function emptyDatabase(): Promise<Blob> {
  image ??= readOrCreate()
  return image
}

/** The format of the data files. It depends on the version of PostgreSQL, which only minor versions of PGlite change (`0.5`). */
export async function dataFormat(): Promise<string> {
  const [major, minor] = (await pgliteVersion()).split('.')
  return `${major}.${minor}`
}

async function pgliteVersion(): Promise<string> {
  return JSON.parse(await readFile(join(PGLITE, 'package.json'), 'utf8')).version
}

async function readOrCreate(): Promise<Blob> {
  const hash = createHash('sha256').update(JSON.stringify([await pgliteVersion(), migrations]))
  const file = join(CACHE, `${hash.digest('hex').slice(0, 16)}.tar`)
  const stored = await readFile(file).catch(() => undefined)
  if (stored) return new Blob([stored], { type: 'application/x-tar' })
  const created = await createImage()
  await store(file, created).catch(() => {
    // The folder may be read-only. Then the next run creates the archive again.
  })
  return created
}

async function createImage(): Promise<Blob> {
  const pglite = await startPglite()
  await migrate(pgliteDatabase(pglite), 'The new database')
  const packed = await pglite.dumpDataDir('none')
  await pglite.close()
  return packed
}

/** Writes to a temporary file and renames it, so that a concurrent run never reads an incomplete file. Removes old archives. */
async function store(file: string, content: Blob): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, Buffer.from(await content.arrayBuffer()))
  await rename(draft, file)
  await removeOldest(CACHE, MAX_CACHE_BYTES)
}
