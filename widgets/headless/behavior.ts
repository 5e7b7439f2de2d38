/** What a widget does, without its markup: a state that changes over time. The actions of a behavior stand beside these two. */
export interface Behavior<State> {
  /** The same object until the state changes. */
  get(): State
  /** Calls `onChange` after each change. Returns a function that ends this. Loads what the behavior needs, at the first subscription. */
  subscribe(onChange: () => void): () => void
}

/** What a component of a framework sees of a behavior: its state and its actions. */
export type Used<Kind> = Kind extends Behavior<infer State> ? State & Omit<Kind, keyof Behavior<State>> : never

/** The state of a behavior, for the behavior itself. */
interface Store<State> extends Behavior<State> {
  set(changes: Partial<State>): void
}

/**
 * Creates the state of a behavior. `start` runs while somebody is subscribed: once, until `signal` aborts because nobody is subscribed any more.
 */
export function createStore<State extends object>(initial: State, start: (signal: AbortSignal) => void): Store<State> {
  const listeners = new Set<() => void>()
  let state = initial
  let controller: AbortController | undefined

  function follow() {
    if (listeners.size && !controller) {
      controller = new AbortController()
      start(controller.signal)
    } else if (!listeners.size) {
      controller?.abort()
      controller = undefined
    }
  }

  return {
    get: () => state,
    set(changes) {
      state = { ...state, ...changes }
      for (const onChange of [...listeners]) onChange()
    },
    subscribe(onChange) {
      // A listener of its own for each subscription: one function may subscribe twice.
      const listener = () => onChange()
      listeners.add(listener)
      // In a microtask: React's StrictMode subscribes, unsubscribes and subscribes again in one task.
      queueMicrotask(follow)
      return () => {
        listeners.delete(listener)
        queueMicrotask(follow)
      }
    },
  }
}
