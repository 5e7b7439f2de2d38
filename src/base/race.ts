/**
 * Settles as `work` does, or rejects earlier, when `watch` calls the function that it receives. `watch` returns a function that ends the watch; it
 * is called when either has happened.
 */
export async function race<T>(work: Promise<T> | T, watch: (reject: (error: Error) => void) => () => void): Promise<T> {
  let end = () => {}
  const rejected = new Promise<never>((_, reject) => {
    end = watch(reject)
  })
  try {
    return await Promise.race([work, rejected])
  } finally {
    end()
  }
}
