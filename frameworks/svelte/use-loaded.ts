import type { Loaded, LoadingSource } from '../loading-source.js'
import { follow } from './follow.js'

/** What a component knows about something that it loads, and how to load it again. Read it without destructuring, which would end the reactivity. */
export interface Reloadable<Value> extends Loaded<Value> {
  /** Loads the value again. Never rejects: a failure is the `error`. */
  reload(): Promise<void>
}

/**
 * Loads something as soon as a template or an effect reads it, and follows it. `create` is called again when the text that `key` returns changes.
 * On a server, the value is loading.
 */
export function useLoaded<Value>(create: () => LoadingSource<Value>, key: () => string): Reloadable<Value> {
  const start = (key: string) => {
    const source = create()
    return { key, read: follow(source), reload: source.reload }
  }
  let latest: ReturnType<typeof start> | undefined

  /** A caller that is reactive runs again when the key changes. */
  function current() {
    const now = key()
    if (latest?.key !== now) latest = start(now)
    return latest
  }

  return {
    get value() {
      return current().read().value
    },
    get error() {
      return current().read().error
    },
    get isLoading() {
      return current().read().isLoading
    },
    reload: () => current().reload(),
  }
}
