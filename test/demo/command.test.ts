import { expect, test } from 'vitest'
// @ts-expect-error: the commands run before packages are installed, so they are plain JavaScript without types.
import { CommandError, checkNode } from '../../demo/platform/command/command.js'
import platform from '../../demo/platform/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }

test.each(['20.19.0', '20.20.1', '22.0.0', '100.1.0'])('the commands run in Node %s', version => {
  expect(() => checkNode(version)).not.toThrow()
})

test.each([
  '9.9.9',
  '18.20.8',
  '20.9.0',
  '20.18.3',
])('the commands refuse Node %s, and say which one they need', version => {
  expect(() => checkNode(version)).toThrow(CommandError)
  expect(() => checkNode(version)).toThrow(`Node 20.19 or newer is needed. This is Node ${version}.`)
})

test('the SDK and the platform support the same versions of Node', () => {
  expect(platform.engines).toEqual(manifest.engines)
})
