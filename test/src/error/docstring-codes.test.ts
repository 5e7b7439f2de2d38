import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const codesIn = (text: string) => [...text.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code!)
const codes = codesIn(readFileSync('src/error/error-code.ts', 'utf8'))

/** The docstrings of a folder that say what is thrown, each on one line. */
const docstringsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .flatMap(path => readFileSync(`${folder}/${path}`, 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? [])
    .map(text => text.replace(/\s*\n\s*\* ?/g, ' '))
    .filter(text => /\b(Throws|Rejects with)\b/.test(text))

/** The words in backticks of the sentences about what is thrown that look like codes. */
const thrownIn = (docstring: string) =>
  (docstring.match(/\b(Throws|Rejects with)\b[\s\S]*?(?=\. [A-Z]|\*\/)/g) ?? [])
    .flatMap(sentence => [...sentence.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)])
    .map(([, word]) => word!)

describe.each(['src/kernel', 'src/page', 'src/resources', 'src/http'])('the docstrings of %s', folder => {
  test('name only codes that exist', () => {
    const thrown = docstringsIn(folder).flatMap(thrownIn)
    expect(thrown.length).toBeGreaterThan(0)
    expect([...new Set(thrown)].filter(code => !codes.includes(code))).toEqual([])
  })
})
