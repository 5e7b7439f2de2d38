/** A value that changes over time, in the form that `useSyncExternalStore` of React, a `shallowRef` of Vue or a store of Svelte can follow. */
export interface Source<Value> {
  /** The same object until the value changes. */
  get(): Value
  /** Calls `onChange` after each change. Returns a function that ends this. */
  subscribe(onChange: () => void): () => void
}
