import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, readArguments, root, runCommand } from '../demo/command.js'

const USAGE = `npm run release -- <major | minor | patch | version> [--dry-run]`

/** Versions are released from this branch only. */
const BRANCH = 'main'

/** The commit for which `npm run test:release` has passed. */
const TESTED = 'refs/tested/release'

/** The heading of the changes since the last version. */
const UNRELEASED = '## Unreleased'

/** A version such as 1.2.3 or 1.2.3-beta.1. */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[\w.-]+)?$/

runCommand(release)

/** Gives the project a new version: in package.json, in the changelog, as a commit and as a tag. Publishes nothing. */
function release() {
  const { bump, isDryRun } = readCommand()
  const current = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  const version = nextVersion(current, bump)
  checkRepository(version)
  const { changelog, notes } = addToChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)

  console.log(`${current} → ${version}\n\n${notes}\n`)
  if (isDryRun) return console.log('Dry run: nothing is changed.')

  // npm refuses what is no version, so it comes first.
  run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts')
  setPlatformVersion(version)
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  run('git', 'commit', '--quiet', '--all', '--message', `release: ${version}`)
  // The headings of the notes begin with "#": Git must not take them for comments.
  run('git', 'tag', '--annotate', `v${version}`, '--cleanup', 'verbatim', '--message', `${version}\n\n${notes}`)
  console.log(nextSteps(version))
}

/** The package of the platform contains the files of the SDK, so it has the same version. */
function setPlatformVersion(version) {
  const folder = 'demo/platform'
  change(`${folder}/package.json`, manifest => {
    manifest.version = version
  })
  change('package-lock.json', ({ packages }) => {
    packages[folder].version = version
  })
}

function change(file, edit) {
  const path = join(root, file)
  const content = JSON.parse(readFileSync(path, 'utf8'))
  edit(content)
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}

function readCommand() {
  const options = { 'dry-run': { type: 'boolean', default: false } }
  const { positionals, 'dry-run': isDryRun } = readArguments({ options, allowPositionals: true }, USAGE)
  const [bump, ...others] = positionals
  if (!bump || others.length) throw new CommandError(`Usage: ${USAGE}`)
  return { bump, isDryRun }
}

/** The version after `current`: the next of that kind, or the one that is given. Throws if it is no version, or no later one. */
function nextVersion(current, bump) {
  const [, major, minor, patch, label] = VERSION.exec(current)
  if (bump === 'major') return `${+major + 1}.0.0`
  if (bump === 'minor') return `${major}.${+minor + 1}.0`
  // 1.2.3 follows 1.2.3-beta.1.
  if (bump === 'patch') return `${major}.${minor}.${label ? patch : +patch + 1}`
  if (!VERSION.test(bump)) throw new CommandError(`"${bump}" is no version. Usage: ${USAGE}`)
  if (compareVersions(bump, current) <= 0) throw new CommandError(`${bump} is not later than ${current}.`)
  return bump
}

/** Greater than 0 if `a` is the later version. A version with a label is earlier than the same one without. */
function compareVersions(a, b) {
  const [left, right] = [a, b].map(version => VERSION.exec(version))
  for (const index of [1, 2, 3]) if (left[index] !== right[index]) return left[index] - right[index]
  return (left[4] ?? '~').localeCompare(right[4] ?? '~', 'en', { numeric: true })
}

function checkRepository(version) {
  const branch = run('git', 'rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== BRANCH) throw new CommandError(`The branch is ${branch}: versions are released from ${BRANCH}.`)
  if (run('git', 'status', '--porcelain'))
    throw new CommandError('There are changes that are not committed. Commit them first.')
  if (run('git', 'for-each-ref', '--format=%(objectname)', TESTED) !== run('git', 'rev-parse', 'HEAD'))
    throw new CommandError(
      'This commit has not passed the tests of a release. Run them first: npm test && npm run test:release',
    )
  if (run('git', 'tag', '--list', `v${version}`)) throw new CommandError(`The tag v${version} exists already.`)
}

/** Moves what is unreleased into a section of the version. Returns the new changelog, and the text of that section. */
function addToChangelog(changelog, version) {
  const [before, after, ...others] = changelog.split(`${UNRELEASED}\n`)
  if (after === undefined || others.length) throw new CommandError('CHANGELOG.md needs one section "Unreleased".')
  const [unreleased, ...older] = after.split(/^(?=## )/m)
  const notes = unreleased.trim()
  if (!notes) throw new CommandError('CHANGELOG.md says nothing about this version: its section "Unreleased" is empty.')
  const today = new Date().toISOString().slice(0, 10)
  const sections = [UNRELEASED, `## ${version} - ${today}`, notes, older.join('').trim()].filter(Boolean)
  return { changelog: `${before}${sections.join('\n\n')}\n`, notes }
}

/** npm publishes a version with a label only under another tag than `latest`, which everybody installs. */
function nextSteps(version) {
  const tag = version.includes('-') ? ' --tag next' : ''
  return `Check the commit, and then publish it:\n\n  npm test\n  git push --follow-tags\n  npm publish${tag}\n  npm publish --workspace demo/platform${tag}`
}

/** Runs a program in the project, and returns what it prints. Throws a `CommandError` if the program fails. */
function run(file, ...args) {
  try {
    return execFileSync(file, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (error) {
    throw new CommandError(`${file} ${args[0]} failed:\n${error.stderr}`)
  }
}
