import { useSyncExternalStore } from 'react'

const MOVED = 'moved'

/** The path below `/app`, followed wherever it goes. */
export const useRoute = () => useSyncExternalStore(subscribe, () => location.pathname.replace(/^\/app/, '') || '/')

/** Goes to a path below `/app` without loading the page anew. */
export function go(path: string) {
  history.pushState(null, '', `/app${path}`)
  dispatchEvent(new Event(MOVED))
}

function subscribe(changed: () => void) {
  // The browser tells of its own buttons, but not of `pushState`.
  addEventListener('popstate', changed)
  addEventListener(MOVED, changed)
  return () => {
    removeEventListener('popstate', changed)
    removeEventListener(MOVED, changed)
  }
}
