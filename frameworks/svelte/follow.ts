import { createSubscriber } from 'svelte/reactivity'
import type { Source } from '../source.js'

/** Returns a function that reads a source. An effect, a `$derived` or a template that calls it follows the source. */
export function follow<Value>({ get, subscribe }: Source<Value>): () => Value {
  const track = createSubscriber(update => subscribe(update))
  return () => {
    track()
    return get()
  }
}
