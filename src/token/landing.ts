import { hasLocation } from '../environment.js'

/**
 * Takes the token out of the address a share link has led to, at once, so that nothing else on the page reads it there or passes it on
 * (specification 5.4). The rest of the address and `history.state` stay, to the letter.
 */
export function takeLandingToken(): string | undefined {
  if (!hasLocation()) return undefined
  const { href, search } = location
  const access_token = new URLSearchParams(search).get('access_token')
  if (!access_token) return undefined
  const rest = search
    .slice(1)
    .split('&')
    .filter(pair => !new URLSearchParams(pair).has('access_token'))
    .join('&')
  const address = href.replace(search, () => rest && `?${rest}`)
  try {
    history.replaceState(history.state, '', address)
  } catch {
    // Safari refuses the hundredth change in half a minute, and a router's wrapper may throw: the page must get its runtime.
  }
  return access_token
}
