import { hasLocation } from '../base/environment.js'

/**
 * Removes the token from the address of a page that a share link has opened, and returns it (specification 5.4). Runs at once, so that
 * no other script of the page can read the token there or pass it on. The rest of the address and `history.state` do not change.
 */
export function extractLandingToken(): string | undefined {
  if (!hasLocation()) return undefined
  const { href, search } = location
  const access_token = new URLSearchParams(search).get('access_token')
  if (access_token === null) return undefined
  const rest = search
    .slice(1)
    .split('&')
    .filter(pair => !new URLSearchParams(pair).has('access_token'))
    .join('&')
  const address = href.replace(search, () => rest && `?${rest}`)
  try {
    history.replaceState(history.state, '', address)
  } catch {
    // Safari allows 100 changes in 30 seconds, and a router's wrapper may throw. The runtime must start in any case.
  }
  return access_token || undefined
}
