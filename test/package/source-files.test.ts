import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A file that grows beyond this has more than one job: a newcomer reads it in one sitting. */
const MOST_LINES = 200
/** `connect.ts` only connects the modules with each other. */
const MOST_LINES_OF_CONNECT = 79

const linesOf = (file: string) => readFileSync(`src/${file}`, 'utf8').trimEnd().split('\n').length

test('no file of src/ is longer than 200 lines', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter(file => linesOf(file) > MOST_LINES)).toEqual([])
})

test('connect.ts has fewer than 80 lines', () => {
  expect(linesOf('connect.ts')).toBeLessThanOrEqual(MOST_LINES_OF_CONNECT)
})
