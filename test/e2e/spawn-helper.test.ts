import { expect, test } from 'vitest'
import { spawnHelper } from './spawn-helper.js'

const never = new Promise<never>(() => {})

test('A helper is ready when it says so', async () => {
  const helper = spawnHelper('/bin/sh', ['-c', 'echo ready >&3; exec sleep 60'])
  const said = new Promise(resolve => helper.output.once('data', data => resolve(String(data))))
  expect(await helper.untilReady(said)).toBe('ready\n')
})

test('An error says how a helper has ended, and what it has printed', async () => {
  const helper = spawnHelper('/bin/sh', ['-c', 'echo no screen >&2; exit 3'])
  await expect(helper.untilReady(never)).rejects.toThrow('sh ended with status 3\nno screen')
})

test('An error says that a helper is not ready in time', async () => {
  const helper = spawnHelper('/bin/sleep', ['60'], { timeoutMs: 50 })
  await expect(helper.untilReady(never)).rejects.toThrow('sleep is not ready after 50 ms')
})
