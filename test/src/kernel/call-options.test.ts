// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { against } from '../against.js'

const warned = vi.spyOn(console, 'warn')

beforeEach(() => {
  warned.mockReset().mockImplementation(() => {})
})
afterEach(() => document.body.replaceChildren())

/** The warnings of unknown keys. */
const lines = () => warned.mock.calls.map(([line]) => String(line)).filter(line => line.includes('unknown_key'))

type Call = (rewards: Rewards, options: object | undefined) => unknown
const CALLS: Record<string, [call: Call, known: object, misspelt: string, nearest: string]> = {
  'zone()': [
    (rewards, options) => rewards.zone('x', {}, options),
    { widget: 'share', signal: new AbortController().signal, timeout: 5_000 },
    'widgit',
    'widget',
  ],
  'track()': [(rewards, options) => rewards.track('buy', {}, options), { id: '7' }, 'idd', 'id'],
  'mount()': [
    (rewards, options) => rewards.mount(document.body, 'x', {}, options),
    { widget: 'share', theme: {}, messages: {}, loading: 'lazy' },
    'mesages',
    'messages',
  ],
}

describe.each(Object.entries(CALLS))('the options of %s', (name, [call, known, misspelt, nearest]) => {
  test('are named in a warning if the call does not have them, with the nearest one, and the call goes on', async () => {
    const { rewards, errors } = against(() => undefined)
    const called = call(rewards, { [misspelt]: 1, colour: 'red' })
    await vi.waitFor(() => expect(lines()).toHaveLength(2), SOON)
    const key = `${name} has the unknown key "${misspelt}", which is ignored; did you mean "${nearest}"?`
    expect(lines()[0]).toContain(`unknown_key: ${key}`)
    expect(lines()[1]).toContain('"colour", which is ignored; check its spelling')
    expect(await called).toBeDefined()
    expect(errors).toEqual([])
  })

  test.each([[known], [{}], [undefined]])('are not named if the call has them: %o', async options => {
    const { rewards } = against(() => undefined)
    await call(rewards, options)
    // A warning of the call before would come first.
    call(rewards, { last: 1 })
    await vi.waitFor(() => expect(lines()).not.toEqual([]), SOON)
    expect(lines()).toEqual([expect.stringContaining('"last"')])
  })
})
