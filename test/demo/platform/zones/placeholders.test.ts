import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLACEHOLDERS } from '../../../../demo/platform/campaign/placeholder.js'

const read = (path: string) => readFileSync(path, 'utf8')
const inTexts = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([found]) => found)

test('the table of the documentation has each placeholder, once', () => {
  const [, section = ''] = read('docs/widgets.md').split('### Placeholders of the local platform')
  const [table = ''] = section.split('\n## ')
  expect(inTexts(table).sort()).toEqual([...PLACEHOLDERS].sort())
})

test('the form of a zone accepts no other placeholder', () => {
  const accepted = inTexts(read('demo/platform/campaign/widget-content.ts'))
  expect(accepted.length).toBeGreaterThan(5)
  expect(accepted.filter(each => !PLACEHOLDERS.some(known => known === each))).toEqual([])
})
