import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { schema } from './schema.js'

/** The cache folder of development tools. */
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/local-platform')

let image: Promise<Blob> | undefined

/**
 * An empty database with all tables, as an archive. Loading it takes a quarter of the time that PostgreSQL needs to
 * initialize, so it is cached between runs. It is not compressed, because that would double the time to load it.
 */
export function emptyDatabase(): Promise<Blob> {
  image ??= readOrCreate()
  return image
}

/** A name that changes with the schema and with the version of PGlite, whose data files depend on it. */
export async function imageName(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(await readFile(join(entry, '../../package.json'), 'utf8'))
  return createHash('sha256').update(schema).update(version).digest('hex').slice(0, 16)
}

async function readOrCreate(): Promise<Blob> {
  const file = join(CACHE, `${await imageName()}.tar`)
  const stored = await readFile(file).catch(() => undefined)
  if (stored) return new Blob([stored], { type: 'application/x-tar' })
  const created = await createImage()
  await store(file, created).catch(() => {
    // The folder may be read-only. Then the next run creates the archive again.
  })
  return created
}

async function createImage(): Promise<Blob> {
  const pglite = await PGlite.create()
  await pglite.exec(schema)
  const packed = await pglite.dumpDataDir('none')
  await pglite.close()
  return packed
}

/** Writes to a temporary file and renames it, so that a concurrent run never reads an incomplete file. */
async function store(file: string, content: Blob): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, Buffer.from(await content.arrayBuffer()))
  await rename(draft, file)
}
