import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namesOfCalls } from '../src/resources/every-call.js'

const table = readFileSync('docs/resources.md', 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| '))

/** The calls that the table names, as `resource.call`. A row without a resource continues the row above. */
function callsInTable(): string[] {
  let resource = ''
  return table.flatMap(row => {
    const [, name = '', calls = ''] = row.split('|')
    resource = /`(.*)`/.exec(name)?.[1] ?? resource
    return [...calls.matchAll(/`(\w+)\(/g)].map(([, call]) => `${resource}.${call}`)
  })
}

test('docs/resources.md names every call, and no other', () => {
  const calls = namesOfCalls().map(name => name.replace('personAssets', 'persons(id).assets'))
  expect(callsInTable().sort(), 'correct the table of resources in docs/resources.md').toEqual(calls.sort())
})
