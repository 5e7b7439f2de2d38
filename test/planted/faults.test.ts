import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error: a command reads it as well, so it is plain JavaScript without types.
import { countText, readFaults } from './faults.js'

interface Fault {
  behavior: string
  file: string
  tests: string[]
}

const ROOT = join(import.meta.dirname, '../..')
const faults: Fault[] = readFaults()

test('each planted fault has its text once in its file', () => {
  const counts = faults.map(fault => `${countText(ROOT, fault)} in ${fault.file}: ${fault.behavior}`)
  expect(counts.filter(count => !count.startsWith('1 '))).toEqual([])
  expect(counts.length).toBeGreaterThan(100)
})

test('each planted fault names tests that exist', () => {
  const paths = faults.flatMap(({ tests }) => tests)
  expect(paths.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
  expect(faults.filter(({ tests }) => !tests.length)).toEqual([])
})
