import { describe, expect, test, vi } from 'vitest'
import { joinRun } from '../../../src/base/join-run.js'

/** A function that runs until the test ends it. */
function openRun() {
  const ends: { resolve(value: string): void; reject(error: Error): void }[] = []
  const run = vi.fn(() => new Promise<string>((resolve, reject) => ends.push({ resolve, reject })))
  return { run, ends }
}

describe('joinRun()', () => {
  test('joins the calls during a run', async () => {
    const { run, ends } = openRun()
    const call = joinRun(run)
    const calls = [call(), call()]
    ends[0]!.resolve('done')
    expect(await Promise.all(calls)).toEqual(['done', 'done'])
    expect(run).toHaveBeenCalledOnce()
  })

  test.each(['resolve', 'reject'] as const)('runs again after a run: %s', async end => {
    const { run, ends } = openRun()
    const call = joinRun(run)
    const first = call().catch(({ message }) => message)
    if (end === 'resolve') ends[0]!.resolve('first')
    else ends[0]!.reject(new Error('first'))
    expect(await first).toBe('first')
    const second = call()
    ends[1]!.resolve('second')
    expect(await second).toBe('second')
  })

  test('runs again in another generation, which does not share the earlier run', async () => {
    const { run, ends } = openRun()
    let generation = 0
    const call = joinRun(run, () => generation)
    const earlier = call()
    generation++
    const later = [call(), call()]
    expect(run).toHaveBeenCalledTimes(2)
    // The end of the earlier run does not end the later one.
    ends[0]!.resolve('earlier')
    expect(await earlier).toBe('earlier')
    later.push(call())
    ends[1]!.resolve('later')
    expect(await Promise.all(later)).toEqual(['later', 'later', 'later'])
    expect(run).toHaveBeenCalledTimes(2)
  })
})
