/** Returns a function that runs at most `count` tasks at once. The others wait, and start in the order of their calls. */
export function createLimit(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: (() => void)[] = []

  function release() {
    const start = waiting.shift()
    if (start) start()
    else free++
  }

  return async task => {
    if (free) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await task()
    } finally {
      release()
    }
  }
}
