import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/** All that the command reads. */
const FILES = [
  'package.json',
  'package-lock.json',
  'build/release.js',
  'demo/command.js',
  'demo/platform/command',
  'demo/platform/package.json',
]
const CHANGELOG = `# Changelog

## Unreleased

### Added

- A widget.

## 0.9.0 - 2026-01-02

- The first version.
`

/** A repository that each test copies. */
let template: string
let project: string

const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(join(project, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(project, file), text)

function release(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/release.js', ...args], {
    cwd: project,
    encoding: 'utf8',
  })
  return { status, stdout, stderr: stderr.trim() }
}

/** Gives the project a version, and commits all changes. */
function startFrom(version: string) {
  for (const file of ['package.json', 'package-lock.json'])
    write(file, read(file).replace(/(?<="rewards-web-sdk",\s*"version": )"[^"]+"/g, `"${version}"`))
  commitAll()
}

function commitAll() {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'A commit')
  git('update-ref', 'refs/tested/release', 'HEAD')
}

/** What a release changes. */
const state = () => [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain'), read('CHANGELOG.md')]

beforeAll(() => {
  project = template = mkdtempSync(join(tmpdir(), 'rewards-release-'))
  for (const file of FILES) cpSync(file, join(project, file), { recursive: true })
  write('CHANGELOG.md', CHANGELOG)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'A Maintainer')
  git('config', 'user.email', 'maintainer@example.com')
  startFrom('0.9.0')
})
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'rewards-release-'))
  cpSync(template, project, { recursive: true })
})
afterEach(() => rmSync(project, { recursive: true }))
afterAll(() => rmSync(template, { recursive: true }))

describe('npm run release', () => {
  test('writes the version and its changelog, commits and tags', () => {
    const { status, stdout, stderr } = release('minor')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('0.9.0 → 0.10.0')
    expect(stdout).toMatch(/npm publish\n {2}npm publish --workspace demo\/platform$/m)
    expect(JSON.parse(read('package.json')).version).toBe('0.10.0')
    const { version, packages } = JSON.parse(read('package-lock.json'))
    expect([version, packages[''].version]).toEqual(['0.10.0', '0.10.0'])
    expect([JSON.parse(read('demo/platform/package.json')).version, packages['demo/platform'].version]).toEqual([
      '0.10.0',
      '0.10.0',
    ])
    const today = new Date().toISOString().slice(0, 10)
    expect(read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased\n', `## Unreleased\n\n## 0.10.0 - ${today}\n`))
    expect(git('log', '-1', '--format=%s')).toBe('release: 0.10.0')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('cat-file', '-t', 'v0.10.0')).toBe('tag')
    expect(git('tag', '--list', '--format=%(contents)', 'v0.10.0')).toBe('0.10.0\n\n### Added\n\n- A widget.')
  })

  test('says to publish a beta version under its own tag', () => {
    expect(release('1.0.0-beta.1').stdout).toContain('npm publish --tag next')
    expect(git('tag')).toBe('v1.0.0-beta.1')
  })

  test('changes nothing with --dry-run, and shows the same', () => {
    const before = state()
    const { status, stdout } = release('minor', '--dry-run')
    expect(status).toBe(0)
    expect(stdout).toContain('0.9.0 → 0.10.0\n\n### Added\n\n- A widget.')
    expect(state()).toEqual(before)
  })

  test.each([
    ['0.9.0', 'major', '1.0.0'],
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3-beta.2', 'patch', '1.2.3'],
    ['1.2.3-beta.2', '1.2.3-beta.10', '1.2.3-beta.10'],
    ['1.2.3', '1.3.0-beta.1', '1.3.0-beta.1'],
  ])('goes from %s with %s to %s', (current, bump, next) => {
    startFrom(current)
    expect(release(bump, '--dry-run').stdout).toContain(`${current} → ${next}\n`)
  })

  test.each([
    [[], /^Usage: npm run release/],
    [['minor', 'patch'], /^Usage: npm run release/],
    [['big'], /^"big" is no version. Usage/],
    [['0.9.0'], /^0\.9\.0 is not later than 0\.9\.0\.$/],
    [['0.9.0-beta.1'], /^0\.9\.0-beta\.1 is not later/],
    [['minor', '--push'], /--push/],
  ])('refuses the arguments %j', (args, message) => {
    const before = state()
    const { status, stderr } = release(...args)
    expect(status).toBe(1)
    expect(stderr).toMatch(message)
    expect(state()).toEqual(before)
  })

  test.each<[string, () => void, RegExp]>([
    ['there are uncommitted changes', () => write('notes.txt', 'x'), /not committed/],
    ['the branch is another', () => git('checkout', '--quiet', '-b', 'fix'), /^The branch is fix/],
    [
      'the commit has not passed the tests of a release',
      () => git('commit', '--quiet', '--allow-empty', '--message', 'Another commit'),
      /^This commit has not passed the tests of a release\./,
    ],
    ['the version has a tag', () => git('tag', 'v0.10.0'), /v0\.10\.0 exists/],
    [
      'the changelog says nothing about the version',
      () => {
        write('CHANGELOG.md', CHANGELOG.replace(/### Added\n\n- A widget.\n\n/, ''))
        commitAll()
      },
      /"Unreleased" is empty/,
    ],
  ])('refuses if %s', (_, prepare, message) => {
    prepare()
    const before = state()
    const { status, stderr } = release('minor')
    expect(status).toBe(1)
    expect(stderr).toMatch(message)
    expect(state()).toEqual(before)
  })
})
