/** The event target of a runtime, and whether the page listens to its `error` events. */
export interface RuntimeTarget {
  target: EventTarget
  hasErrorListener(): boolean
}

export function createRuntimeTarget(): RuntimeTarget {
  const listeners = new Set<unknown>()

  class Target extends EventTarget {
    override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
      super.addEventListener(...args)
      const [type, listener, options] = args
      const { once, signal }: AddEventListenerOptions = Object(options)
      if (type !== 'error' || !listener || signal?.aborted) return
      const forget = () => listeners.delete(listener)
      listeners.add(listener)
      signal?.addEventListener('abort', forget)
      if (once) super.addEventListener(type, forget, options)
    }

    override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>) {
      super.removeEventListener(...args)
      const [type, listener] = args
      if (type === 'error') listeners.delete(listener)
    }
  }

  return { target: new Target(), hasErrorListener: () => listeners.size > 0 }
}
