import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheets = readdirSync('widgets', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.css'))

/** What remains of a style sheet for a visitor who wants less motion. */
const withoutMotion = (css: string) => {
  const start = css.indexOf('@media (prefers-reduced-motion: no-preference)')
  if (start < 0) return css
  let end = css.indexOf('{', start) + 1
  for (let depth = 1; depth; end++) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0
  return withoutMotion(css.slice(0, start) + css.slice(end))
}

test('nothing in the widgets moves for a visitor who wants less motion', () => {
  const moving = sheets.filter(path => /\b(animation|transition)(-\w+)?:/.test(readFileSync(`widgets/${path}`, 'utf8')))
  expect(moving.length).toBeGreaterThan(1)
  expect(
    moving.filter(path =>
      /\b(animation|transition)(-\w+)?:/.test(withoutMotion(readFileSync(`widgets/${path}`, 'utf8'))),
    ),
  ).toEqual([])
})
