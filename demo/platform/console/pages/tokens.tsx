/** @jsxImportSource hono/jsx */
import { RestError } from '../../http/rest-error.js'
import {
  findBackendToken,
  type ManagedToken,
  managedTokens,
  type ShortLivedToken,
  shortLivedTokens,
} from '../../identity/managed-token.js'
import { showConfirmation } from '../confirm.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { accesses } from '../managed-token-access.js'
import { Empty, Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'

interface TokensPage {
  /** What was typed, and what is wrong with it. */
  form?: TokenForm
  created?: { name: string; token: string }
}

interface TokenForm {
  name: string
  access: string
  error?: string
}

/** The maximum number of short-lived tokens on the page. */
const MAX_SHORT_LIVED = 100

/** `GET /console/tokens`: the managed tokens, a form for a new one, and the short-lived tokens. */
export async function showTokens(c: ConsoleContext, { form, created }: TokensPage = {}): Promise<Response> {
  const [tokens, shortLived] = [await managedTokens(c.env), await shortLivedTokens(c.env, MAX_SHORT_LIVED)]
  return showPage(
    c,
    {
      title: 'Managed tokens',
      lead: 'Your backend sends a managed token with each call of the server API. It has a name, and it is valid until you revoke it.',
      children: (
        <>
          {c.req.query('done') === 'revoked' && <Success>The token is revoked. Calls with it get 401.</Success>}
          {created && <CreatedToken {...created} />}
          {tokens.length ? <TokenTable tokens={tokens} /> : <Empty>There are no managed tokens. Add one below.</Empty>}
          <NewToken session={c.var.session} {...(form ?? { name: '', access: 'full' })} />
          <h2>Short-lived tokens</h2>
          <p>
            Created with <code>POST /v4/tokens</code>, or for a dashboard user who signed in. The newest{' '}
            {MAX_SHORT_LIVED} that are valid.
          </p>
          {shortLived.length ? <ShortLivedTable tokens={shortLived} /> : <Empty>There are none.</Empty>}
        </>
      ),
    },
    form ? 422 : 200,
  )
}

/** `GET /console/tokens/{token_hash}/revoke` */
export async function confirmRevocation(c: ConsoleContext): Promise<Response> {
  const token = await findBackendToken(c.env, c.req.param('token_hash')!)
  if (!token) throw new RestError('not_found', 'There is no such token. It may be revoked already')
  return showConfirmation(c, {
    title: token.name === null ? 'Revoke the short-lived token?' : `Revoke “${token.name}”?`,
    children: (
      <p>The server API refuses the token from now on, and the tokens that it created. This cannot be undone.</p>
    ),
    action: 'Revoke the token',
    back: '/console/tokens',
  })
}

const CreatedToken = ({ name, token }: { name: string; token: string }) => (
  <section class="sheet" aria-labelledby="created">
    <h2 id="created">The token “{name}”</h2>
    <Success>Copy the token now. It is not shown again.</Success>
    <code class="secret">{token}</code>
  </section>
)

const TokenTable = ({ tokens }: { tokens: ManagedToken[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Scopes</th>
        <th scope="col">Created</th>
        <th scope="col">Last use</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      {tokens.map(token => (
        <tr>
          <th scope="row">{token.name}</th>
          <td data-label="Scopes">{token.scopes.join(', ')}</td>
          <td data-label="Created">
            <Time date={token.created_at} otherwise="" />
          </td>
          <td data-label="Last use">
            <Time date={token.last_used_at} otherwise="Never" />
          </td>
          <td>
            <a href={`/console/tokens/${token.token_hash}/revoke`} aria-label={`Revoke ${token.name}`}>
              Revoke
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const ShortLivedTable = ({ tokens }: { tokens: ShortLivedToken[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Type</th>
        <th scope="col">Scopes</th>
        <th scope="col">Created</th>
        <th scope="col">Expires</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      {tokens.map(({ token_hash, type, resource_type, identity_id, scopes, created_at, expires_at }) => (
        <tr>
          <th scope="row">
            {type} <span class="hint">({resource_type ? `${resource_type} ${identity_id}` : identity_id})</span>
          </th>
          <td data-label="Scopes">{scopes.join(', ')}</td>
          <td data-label="Created">
            <Time date={created_at} otherwise="" />
          </td>
          <td data-label="Expires">
            <Time date={expires_at} otherwise="" />
          </td>
          <td>
            <a href={`/console/tokens/${token_hash}/revoke`} aria-label={`Revoke the token of ${identity_id}`}>
              Revoke
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const NewToken = ({ session, name, access, error }: TokenForm & { session: Session }) => (
  <form method="post" action="/console/tokens" class="sheet" novalidate>
    <h2>Add a new access token</h2>
    <Csrf session={session} />
    {error && <Failure id="error">{error}</Failure>}
    <label for="password">
      Your password <span class="hint">(verifies that it is you, {session.email})</span>
    </label>
    <input
      id="password"
      name="password"
      type="password"
      required
      autocomplete="current-password"
      aria-describedby={error ? 'error' : undefined}
    />
    <label for="name">Name of the token</label>
    <input
      id="name"
      name="name"
      value={name}
      required
      maxlength={100}
      placeholder="Checkout service"
      autocomplete="off"
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <fieldset>
      <legend>Access</legend>
      {Object.entries(accesses).map(([value, { label, scopes }]) => (
        <label class="choice">
          <input type="radio" name="access" value={value} checked={value === access} />
          <span>
            {label} <span class="hint">({scopes.join(', ')})</span>
          </span>
        </label>
      ))}
    </fieldset>
    <button class="main">Create token</button>
  </form>
)
