import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError, readArguments, root, runCommand } from '../../demo/command.js'
import { countText, readFaults } from './faults.js'

// Plants one fault after the other in a copy of the project, and expects one of its tests to find it. It shows what a change of the tests gives up.

const usage = 'npm run test:planted -- [part of a behavior or a path …]'

/** The test files that run what is built. */
const ON_BUILD = /^test\/(e2e|gallery|package|faults)\//

const LABELS = { daily: 'found    ', release: 'release  ', nothing: 'NOT FOUND' }

const nameOf = ({ file, behavior }) => `${file}: ${behavior}`

const needsBuild = tests => tests.some(test => ON_BUILD.test(test))

const named = tests => ['npx', 'vitest', 'run', '--bail', '1', '--passWithNoTests', ...tests]

await runCommand(() => {
  const { positionals: parts } = readArguments({ allowPositionals: true }, usage)
  const isChosen = ({ behavior, file }) => !parts.length || parts.some(part => `${file} ${behavior}`.includes(part))
  const faults = readFaults().filter(isChosen)
  if (!faults.length) throw new CommandError(`No planted fault contains ${parts.join(' or ')}. Usage: ${usage}`)
  for (const fault of faults) checkText(fault)
  const copy = copyProject()
  try {
    plantAll(faults, copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
})

function plantAll(faults, copy) {
  const tests = [...new Set(faults.flatMap(({ tests }) => tests))]
  if (needsBuild(tests) && fails(copy, '', ['npm', 'run', 'build']))
    throw new CommandError('The build fails without a fault.')
  if (fails(copy, '', named(tests))) throw new CommandError('The named tests fail without a fault. Run npm test first.')
  const found = { daily: 0, release: 0, nothing: 0 }
  for (const fault of faults) {
    const by = plant(fault, copy)
    found[by]++
    console.log(`${LABELS[by]}  ${nameOf(fault)}`)
  }
  console.log(`Found by daily tests: ${found.daily}, by those of the release tier: ${found.release}.`)
  console.log(`${faults.length - found.nothing} passed, ${found.nothing} failed`)
  process.exitCode = found.nothing ? 1 : 0
}

function checkText(fault) {
  const count = countText(root, fault)
  if (count !== 1)
    throw new CommandError(`${nameOf(fault)}\nThe file contains ${count} times, not once:\n${fault.find}`)
}

/** The files of the working tree that Git knows. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), 'rewards-planted-'))
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  for (const path of paths) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

/** Which of the fault's tests find it: those of the daily or of the release tier, or none. Each step stops at the first failure. */
function plant({ file, find, replace, tests }, copy) {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  try {
    writeFileSync(
      path,
      source.replace(find, () => replace),
    )
    if (needsBuild(tests) && fails(copy, '', ['npm', 'run', 'build'])) return 'daily'
    if (fails(copy, 'daily', named(tests))) return 'daily'
    if (fails(copy, 'release', named(tests))) return 'release'
    return 'nothing'
  } finally {
    writeFileSync(path, source)
  }
}

function fails(cwd, tier, [command, ...args]) {
  const env = { ...process.env, TIER: tier }
  return spawnSync(command, args, { cwd, env, stdio: 'ignore' }).status !== 0
}
