/**
 * Takes the token out of the address a share link has led to, at once, so that nothing else on the page reads it there or passes it on
 * (specification 5.4). The rest of the address and `history.state` stay, to the letter.
 */
export function takeLandingToken(): string | undefined {
  const { href = '' } = globalThis.location ?? {}
  const [, before = '', access_token, after = ''] = /^([^#]*?[?&])(access_token=[^&#]*)&?(.*)$/s.exec(href) ?? []
  if (!access_token) return undefined
  const isLast = !after || after.startsWith('#')
  history.replaceState(history.state, '', (isLast ? before.slice(0, -1) : before) + after)
  return new URLSearchParams(access_token).get('access_token') ?? undefined
}
