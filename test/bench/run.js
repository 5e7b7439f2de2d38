import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, runCommand } from '../../demo/command.js'
import { buildIfOutdated, installDependencies, npm } from '../../demo/setup.js'

/** Each has a module of its name beside this file, whose `run` prints what it measured. */
const BENCHMARKS = {
  'first-widget':
    'the time until the first widget is painted, beside other products and a page without any (about 8 minutes)',
  durability:
    'acknowledged events beside recorded ones, while processes and PostgreSQL are killed: pglite, postgres, and a number of minutes (about 40 minutes)',
  events:
    'tracking, delivery and faults, beside three analytics SDKs: size, track, drain, outage, heap, faults (about 15 minutes)',
  heavy: 'pages with 50 zones, a list of 1,000 referrals, and 10,000 mounts: zones, list, mounts (about 3 minutes)',
  large:
    'reports, lists, searches and visits of the local platform with 300,000 persons on PostgreSQL; a number is that of the persons (about 10 minutes)',
  platform:
    'ten thousand visits to the local platform, on PGlite, on PostgreSQL and with two processes: pglite, postgres, postgres-2; or beside another copy of the repository, by its path (about 10 minutes)',
  widgets: 'what each action in a widget costs the main thread of a slow device (about 3 minutes)',
}

const here = import.meta.dirname

await runCommand(async () => {
  const [name, ...parts] = process.argv.slice(2)
  if (!name) list()
  else await run(name, parts)
})

function list() {
  console.log('npm run bench -- <name> [<part> …]\n')
  for (const [name, what] of Object.entries(BENCHMARKS)) console.log(`  ${name}  ${what}`)
}

async function run(name, parts) {
  if (!(name in BENCHMARKS))
    throw new CommandError(`There is no benchmark ${name}. These are: ${Object.keys(BENCHMARKS)}`)
  installDependencies()
  if (name === 'events' || name === 'first-widget') installPeers()
  await buildIfOutdated()
  const benchmark = await import(`./${name}/index.js`)
  await benchmark.run(parts)
}

/** The SDKs we measure ourselves against are no dependencies of the product: they live in this folder alone. */
function installPeers() {
  const { dependencies } = readJson('package.json')
  const isInstalled = ([peer, version]) => {
    const manifest = join('node_modules', peer, 'package.json')
    return existsSync(join(here, manifest)) && readJson(manifest).version === version
  }
  if (Object.entries(dependencies).every(isInstalled)) return
  console.log('Installing the SDKs to compare with …')
  npm('ci', '--prefix', here, '--no-audit', '--no-fund', '--ignore-scripts')
}

function readJson(path) {
  return JSON.parse(readFileSync(join(here, path), 'utf8'))
}
