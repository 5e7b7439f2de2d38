import { expect, test } from 'vitest'
import { withRetries } from '../../../../demo/platform/store/with-retries.js'

/** A transaction that fails once with each of these codes, and then succeeds. */
function transaction(...codes: string[]) {
  const left = [...codes]
  const run = { times: 0 }
  const work = async () => {
    run.times += 1
    const code = left.shift()
    if (code) throw Object.assign(new Error(code), { code })
    return 'done'
  }
  return { run, work }
}

test.each([
  ['a serialization failure', '40001'],
  ['a deadlock', '40P01'],
  ['a unique key that another one has just taken', '23505'],
])('a transaction runs again after %s', async (_, code) => {
  const { run, work } = transaction(code, code)
  expect(await withRetries(work)).toBe('done')
  expect(run.times).toBe(3)
})

test('any other error is final', async () => {
  const { run, work } = transaction('23503')
  await expect(withRetries(work)).rejects.toThrow('23503')
  expect(run.times).toBe(1)
})

test.each([
  ['a conflict', '40001', 'DatabaseUnavailable'],
  ['a deadlock', '40P01', 'DatabaseUnavailable'],
  ['its own unique violation', '23505', 'Error'],
])('a transaction whose attempts all end in %s fails', async (_, code, name) => {
  const { run, work } = transaction(...Array(9).fill(code))
  await expect(withRetries(work)).rejects.toMatchObject({ name, message: expect.stringContaining(code) })
  expect(run.times).toBe(5)
})
