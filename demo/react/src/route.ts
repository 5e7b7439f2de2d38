import { useSyncExternalStore } from 'react'

const NAVIGATED = 'navigated'

/** The current path below `/app`. Updates the component when it changes. */
export const useRoute = () => useSyncExternalStore(subscribe, () => location.pathname.replace(/^\/app/, '') || '/')

/** Navigates to a path below `/app` without reloading the page. */
export function navigate(path: string) {
  history.pushState(null, '', `/app${path}`)
  dispatchEvent(new Event(NAVIGATED))
}

function subscribe(onChange: () => void) {
  // The browser fires `popstate` for its back and forward buttons, but not for `pushState`.
  addEventListener('popstate', onChange)
  addEventListener(NAVIGATED, onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(NAVIGATED, onChange)
  }
}
