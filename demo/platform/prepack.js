import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../command.js'
import { buildBundlesIfOutdated, installDependencies, npm } from '../setup.js'

// Makes what the npm package contains, before `npm pack` and `npm publish`: the platform for Node, its types, and the files of the script tag.

const DIST = join(import.meta.dirname, 'dist')

/** The files of the SDK that the program domain serves. A platform on this machine need not compress them. */
const SDK_FILE = /^(rewards[.-]|integrity\.json$|licenses\.txt$)/
const COMPRESSED = /\.(br|gz)$/

installDependencies()
buildBundlesIfOutdated()
npm('run', '--silent', '--workspace', '@rewards-web-sdk/platform', 'build')
copyTypes()
copySdk()

/** Copies only the types that the types of the entry need: of all others, an app can use nothing. */
function copyTypes() {
  const all = mkdtempSync(join(tmpdir(), 'platform-types-'))
  npm('exec', '--', 'tsc', '-p', 'demo/platform/tsconfig.build.json', '--outDir', all)
  // The platform uses a rule of the widgets, so the types of both are compiled.
  const platform = join(all, 'demo/platform')
  rmSync(join(DIST, 'types'), { recursive: true, force: true })
  const needed = new Set(['index.d.ts'])
  for (const file of needed) {
    cpSync(join(platform, file), join(DIST, 'types', file))
    const imports = readFileSync(join(platform, file), 'utf8').matchAll(/\b(?:from |import\()'(\.[^']+)\.js'/g)
    for (const [, path] of imports) needed.add(join(dirname(file), `${path}.d.ts`))
  }
  rmSync(all, { recursive: true })
}

function copySdk() {
  const built = join(root, 'dist')
  rmSync(join(DIST, 'sdk'), { recursive: true, force: true })
  for (const name of readdirSync(built).filter(name => SDK_FILE.test(name)))
    cpSync(join(built, name), join(DIST, 'sdk', name), { recursive: true, filter: path => !COMPRESSED.test(path) })
}
