import type { ConsumerWatch } from '../consumer.js'
import type { Settings } from '../options.js'
import type { TokenStore } from '../token/store.js'
import type { Token } from '../token/token.js'
import { createAuthorizer, type SessionAuthorizer } from './authorizer.js'
import type * as identityModule from './identity.js'
import type { Identity } from './identity.js'
import type { IdentityContext } from './identity-context.js'

/** Who the consumer is: what every page needs at once, and the way to the rest. */
export interface Session {
  authorizer: SessionAuthorizer
  /** The calls about who the consumer is. Their code is loaded with the first. */
  loadIdentity(): Promise<Identity>
}

export interface SessionContext {
  settings: Settings
  token: Token
  store: TokenStore
  loadModule(): Promise<typeof identityModule>
  consumer(): ConsumerWatch
  identityContext(): Omit<IdentityContext, 'authorizer'>
  reportError(error: unknown): void
  withLock<T>(work: () => Promise<T>): Promise<T>
}

export function createSession(context: SessionContext): Session {
  const { settings, token, store, consumer, reportError } = context
  let identity: Identity | undefined

  async function loadIdentity() {
    // Without waiting once it is here: a token is evaluated before anybody can ask whose it is.
    if (identity) return identity
    const { createIdentity } = await context.loadModule()
    identity ??= createIdentity({ ...context.identityContext(), authorizer })
    return identity
  }

  const authorizer = createAuthorizer({
    token,
    withLock: context.withLock,
    canReprove: () => Boolean(settings.jwt) && consumer().known().level === 'verified',
    needsRenewal: () => Boolean(settings.renew || settings.tokenDuration || store.isLoggedOut()),
    renew: async () => (await loadIdentity()).renew(),
    reprove: async used => Boolean(settings.jwt) && (await loadIdentity()).reprove(used),
    evaluate(stamp, access_token, travelsByCookie) {
      const isFirst = !token.current() && !consumer().known().scopes.length
      // An anonymous token can be replaced: it holds no profile.
      if (isFirst) token.replace(stamp, access_token, travelsByCookie)
      return isFirst
        ? undefined
        : loadIdentity()
            .then(loaded => loaded.evaluate(stamp, access_token, travelsByCookie))
            .catch(reportError)
    },
  })

  return { authorizer, loadIdentity }
}
