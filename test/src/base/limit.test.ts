import { expect, test } from 'vitest'
import { createLimit } from '../../../src/base/limit.js'

/** Tasks that end when the test says so. */
function createTasks(limit: ReturnType<typeof createLimit>) {
  const started: string[] = []
  const ends = new Map<string, (failed?: Error) => void>()
  const run = (name: string) =>
    limit(async () => {
      started.push(name)
      await new Promise<void>((resolve, reject) => ends.set(name, error => (error ? reject(error) : resolve())))
      return name
    })
  return { started, run, end: (name: string, error?: Error) => ends.get(name)!(error) }
}

test('up to the limit, tasks run at once; the others run in their order', async () => {
  const { started, run, end } = createTasks(createLimit(2))
  const results = ['a', 'b', 'c', 'd'].map(run)
  expect(started).toEqual(['a', 'b'])
  end('b')
  await results[1]
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd'])
  end('d')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('a task that fails lets the next one start, and its caller gets the error', async () => {
  const { started, run, end } = createTasks(createLimit(1))
  const [first, second] = ['a', 'b'].map(run)
  end('a', new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await expect.poll(() => started).toEqual(['a', 'b'])
  end('b')
  expect(await second).toBe('b')
  // All room is free again.
  run('c')
  expect(started).toEqual(['a', 'b', 'c'])
  end('c')
})
