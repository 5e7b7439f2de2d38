import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const { version } = manifest

/** The folder of this release in `dist`. Its name contains the version, so its files never change and browsers can cache them for ever. */
export const RELEASE = `rewards-${version}`

/** The scripts that a page names in a script tag. */
export const ENTRIES = ['rewards', 'rewards-widgets']

/** The folder of the modules of the script tag, until they are built and their hash names it. */
export const CHUNKS_FOLDER = `${RELEASE}/chunks`

/**
 * Gives the folder of the modules its final name, which contains the hash of its files: a page never mixes the modules of two builds. Returns
 * the path of the folder in `dist`.
 */
export async function nameChunks(): Promise<string> {
  const folder = join('dist', CHUNKS_FOLDER)
  const hash = createHash('sha256')
  const names = (await readdir(folder)).filter(name => name.endsWith('.js'))
  for (const name of names.sort()) hash.update(name).update(await readFile(join(folder, name)))
  const final = `${RELEASE}/${hash.digest('hex').slice(0, 8)}`
  await rename(folder, join('dist', final))
  return final
}

/**
 * Copies the script into the folder of the release, where a page finds this version for ever, and writes `integrity.json` with the hash that the
 * attribute `integrity` of a script tag needs. `rewards-widgets.js` has a build of its own for that folder.
 */
export async function completeRelease(): Promise<void> {
  for (const name of ['rewards.js', 'rewards.js.map']) await copyFile(join('dist', name), join('dist', RELEASE, name))
  const files: Record<string, string> = {}
  for (const name of ENTRIES) {
    const path = `${RELEASE}/${name}.js`
    const hash = createHash('sha384').update(await readFile(join('dist', path)))
    files[path] = `sha384-${hash.digest('base64')}`
  }
  const json = `${JSON.stringify({ version, files }, null, 2)}\n`
  for (const folder of ['dist', join('dist', RELEASE)]) await writeFile(join(folder, 'integrity.json'), json)
}
