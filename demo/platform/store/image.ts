import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { schema } from './schema.js'

/** Where tools keep what can be made again. */
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/local-platform')

let image: Promise<Blob> | undefined

/**
 * A database with the tables and nothing in them, as one archive. Loading it takes a quarter of the time that PostgreSQL needs to set
 * itself up, so it is made once and kept between runs: not compressed, for to unpack it would take as long again as to load it.
 */
export function emptyDatabase(): Promise<Blob> {
  image ??= readOrMake()
  return image
}

/** A name that changes with the tables and with PGlite, whose files are those of one PostgreSQL version. */
export async function imageName(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(await readFile(join(entry, '../../package.json'), 'utf8'))
  return createHash('sha256').update(schema).update(version).digest('hex').slice(0, 16)
}

async function readOrMake(): Promise<Blob> {
  const file = join(CACHE, `${await imageName()}.tar`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return new Blob([kept], { type: 'application/x-tar' })
  const made = await make()
  await keep(file, made).catch(() => {
    // A read-only project: the next run makes it again.
  })
  return made
}

async function make(): Promise<Blob> {
  const pglite = await PGlite.create()
  await pglite.exec(schema)
  const packed = await pglite.dumpDataDir('none')
  await pglite.close()
  return packed
}

/** Renamed into place, so that a run at the same time never reads half of it. */
async function keep(file: string, content: Blob): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, Buffer.from(await content.arrayBuffer()))
  await rename(draft, file)
}
