import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const run = promisify(execFile)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rewards-manifest-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('package.json says where the project lives, and what it is about', () => {
  const { repository, homepage, bugs, keywords, author } = manifest
  const [, address] = /^git\+(https:.+)\.git$/.exec(repository.url) ?? []
  expect(address).toBeDefined()
  expect([homepage, bugs.url].filter(url => !url.startsWith(address!))).toEqual([])
  expect(keywords).toContain('referral')
  expect(author).toBeTruthy()
})

test('npm corrects nothing in package.json when the package is published', async () => {
  const copy = join(folder, 'package.json')
  await copyFile('package.json', copy)
  await run('npm', ['pkg', 'fix'], { cwd: folder })
  expect(await readFile(copy, 'utf8')).toBe(await readFile('package.json', 'utf8'))
})

test('every file that package.json names is in the build', async () => {
  const paths = JSON.stringify(manifest).match(/\.\/dist\/[^"*]+(?=")/g)!
  expect(paths.length).toBeGreaterThan(12)
  for (const path of paths) expect(await readFile(path, 'utf8'), path).not.toBe('')
})
