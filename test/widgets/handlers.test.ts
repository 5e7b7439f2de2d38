import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The event handlers of elements, not of components, in a source of markup: the tag, and the handler as far as its first bracket. */
function handlersIn(source: string): [tag: string, handler: string][] {
  return [...source.matchAll(/\s(on[A-Z]\w+=\{[^(}]*)/g)].flatMap(({ index, 1: handler }): [string, string][] => {
    const tag = source.slice(0, index).match(/<([A-Za-z][\w.]*)(?![\s\S]*<[A-Za-z])/)?.[1] ?? ''
    return /^[a-z]+$/.test(tag) ? [[tag, handler!]] : []
  })
}

test('every event handler of a view is wrapped in catchErrors', () => {
  const files = readdirSync('widgets', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'))
  const handlers = files.flatMap(file => handlersIn(readFileSync(`widgets/${file}`, 'utf8')))
  expect(handlers.length).toBeGreaterThan(10)
  expect(handlers.filter(([, handler]) => !/=\{(\w+ && )?catchErrors$/.test(handler))).toEqual([])
})
