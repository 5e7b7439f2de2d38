import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian installs each version of PostgreSQL in a folder of its own and puts only the clients into the PATH. */
const VERSIONS = '/usr/lib/postgresql'

/** The path of a program of PostgreSQL: of Debian's newest version, else of the PATH. Throws if there is none. */
export function findPostgres(program: string): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => join(VERSIONS, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const path = folders.map(folder => join(folder, program)).find(existsSync)
  if (path) return path
  throw new Error('There is no PostgreSQL: apt-get install -y --no-install-recommends postgresql')
}
