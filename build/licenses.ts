import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { RELEASE } from './release-folder.js'

/** What Vite reports about a package that it has put into a bundle. */
interface License {
  name: string
  version: string
  identifier?: string
  text?: string
}

/** The first lines of a file that contains other packages: their licenses require a notice. */
export const NOTICE = `/*! rewards-web-sdk ${manifest.version} | licenses: ${RELEASE}/licenses.txt */`

/** Each build reports its packages in a file of its own, until the builds have ended. */
export const reportOf = (...build: string[]) => `licenses-${build.join('-')}.json`

/** Writes the licenses of all packages in the bundles into `licenses.txt`. Throws if a package has no license text. */
export async function writeLicenses(): Promise<void> {
  const licenses = new Map<string, string>()
  const reports = (await readdir('dist')).filter(name => name.startsWith('licenses-'))
  for (const path of reports.map(name => join('dist', name))) {
    for (const license of JSON.parse(await readFile(path, 'utf8')) as License[])
      licenses.set(license.name, toText(license))
    await rm(path)
  }
  const text = ['These packages are part of the files of rewards-web-sdk.', ...[...licenses.values()].sort()].join(
    '\n\n',
  )
  for (const folder of ['dist', join('dist', RELEASE)]) await writeFile(join(folder, 'licenses.txt'), `${text}\n`)
}

function toText({ name, version, identifier, text }: License): string {
  if (!identifier || !text) throw new Error(`${name} ${version} is bundled, and has no license text`)
  return `--- ${name} ${version} (${identifier}) ---\n\n${text}`
}
