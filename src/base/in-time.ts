/** Resolves as `work` does. Rejects with `lateError()` when `work` takes longer than `limit` milliseconds. */
export async function inTime<T>(work: Promise<T>, limit: number, lateError: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateError()), limit)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
