import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Rewards } from '../../src/index.js'
import { findView } from '../../widgets/find-view.js'
import { createProgram } from './program.js'

/** Views that stand in for a widget, or draw what has none. */
const NO_WIDGETS = ['creative', 'locked']

/** Each widget is the folder of its view. */
const widgets = readdirSync('widgets').filter(
  name => existsSync(`widgets/${name}/${name}-view.tsx`) && !NO_WIDGETS.includes(name),
)

const page = readFileSync('docs/widgets.md', 'utf8')

describe.each(widgets)('the widget %s', name => {
  test('is found by its name', async () => {
    const { rewards } = createProgram(() => ({}))
    const view = await findView(name, rewards).catch(() => undefined)
    expect(view?.default, `add ${name} to widgets/find-view.ts`).toBeDefined()
  })

  test('is documented', () => {
    expect(page.includes(`\n| \`${name}\` |`), `add a row for ${name} to the table in docs/widgets.md`).toBe(true)
  })

  test('has stories in the gallery', () => {
    const file = `demo/gallery/stories/${name}.ts`
    expect(existsSync(file), `add the states of ${name} as ${file}`).toBe(true)
  })
})

test.each([
  'journey',
  'leaderboard',
  'tiers',
  'profile',
  'rewards',
  'referrals',
  'reward-status',
  'stats',
])('the widget %s is locked for an identified consumer', async name => {
  const locked = await import('../../widgets/locked/locked-view.js')
  const as = (level: string) => findView(name, { consumer: { level } } as Rewards)
  expect(await as('identified')).toBe(locked)
  expect(await as('verified')).not.toBe(locked)
})

test('the widgets are found', () => {
  expect(widgets.length).toBeGreaterThan(10)
})
