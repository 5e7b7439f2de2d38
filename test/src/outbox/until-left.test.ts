import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createUntilLeft } from '../../../src/outbox/until-left.js'

const never = new Promise<void>(() => {})

test('a wait ends with its work', async () => {
  const { wait } = createUntilLeft()
  await wait(Promise.resolve())
  await expect(wait(Promise.reject(new Error('full')))).rejects.toThrow('full')
})

test('waits end when the page is left, and new ones at once; later ones wait again', async () => {
  const { wait, leave } = createUntilLeft()
  const waiting = wait(never)
  leave()
  await Promise.all([waiting, wait(never)])
  await new Promise(resolve => setTimeout(resolve))
  let isOver = false
  void wait(never).then(() => (isOver = true))
  await new Promise(resolve => setImmediate(resolve))
  expect(isOver).toBe(false)
})

test('a wait that is over is not kept in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  const { wait, leave } = createUntilLeft()
  const waits = await Promise.all(Array.from({ length: 20 }, () => watch(wait(Promise.resolve()))))
  await expect
    .poll(() => {
      collectGarbage()
      return waits.filter(reference => reference.deref()).length
    })
    .toBe(0)
  leave()

  async function watch(promise: Promise<void>) {
    await promise
    return new WeakRef(promise)
  }
})
