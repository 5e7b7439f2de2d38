import { hasLocation } from '../base/environment.js'
import { inTime } from '../base/in-time.js'

/** Longer than a platform needs that can be reached. Meanwhile, the call that has failed waits. */
const PROBE_MS = 5_000

/** Why the browser gives no answer to a call although the network works. */
export interface Blocked {
  code: 'network_error' | 'origin_not_allowed' | 'request_blocked'
  message: string
}

/**
 * Explains a request to `url` that has no answer, if the platform can be reached: it is asked for a file in the mode `no-cors`, which needs no
 * permission. Then the address of the call itself is asked in the same way: a content blocker stops that request, too. The policy of the page stops the first of
 * them. Resolves with undefined if the platform does not answer.
 */
export async function explainBlocked(
  base: string,
  url: string,
  fetch: typeof globalThis.fetch,
): Promise<Blocked | undefined> {
  // A server may read every answer, and a page those of its own origin.
  if (!hasLocation() || new URL(base).origin === location.origin) return undefined
  const policy = watchPolicy(base)
  const isReachable = await isAnswered(`${base}/rewards.js`, fetch)
  if (await policy.hasRefused())
    return {
      code: 'network_error',
      message: `The Content Security Policy of the page does not allow calls to ${base}. Add it to connect-src.`,
    }
  if (!isReachable) return undefined
  // The query may contain a token.
  const path = url.replace(/\?.*/, '')
  if (await isAnswered(path, fetch))
    return {
      code: 'origin_not_allowed',
      message: `${base} can be reached, but the browser gives its answers to no page of ${location.origin}. Allow this origin in the program. If it is allowed, check that ${base} is the program domain, and that no proxy redirects the call or answers in the platform's place.`,
    }
  return {
    code: 'request_blocked',
    message: `${base} can be reached, but the browser does not send requests to ${path}. A content blocker or a browser extension stops them. Serve the program domain through a reverse proxy on your own host: see "Reverse proxy" in docs/security.md.`,
  }
}

/** Watches whether the policy of the page refuses a request to `base`. */
function watchPolicy(base: string) {
  const controller = new AbortController()
  let isRefused = false
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isRefused ||= blockedURI.startsWith(base)
  }
  globalThis.document?.addEventListener('securitypolicyviolation', onViolation, { signal: controller.signal })
  return {
    async hasRefused() {
      // The request fails before the event that says why.
      await new Promise(resolve => setTimeout(resolve))
      controller.abort()
      return isRefused
    },
  }
}

/** The browser's cache must not answer in the place of the platform. */
async function isAnswered(url: string, fetch: typeof globalThis.fetch): Promise<boolean> {
  const init: RequestInit = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' }
  try {
    await inTime(fetch(url, init), PROBE_MS, () => new Error('No answer'))
    return true
  } catch {
    return false
  }
}
