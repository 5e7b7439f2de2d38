/** @jsxImportSource hono/jsx */
import type { KeySource } from '../../identity/read-key.js'
import type { KeyKind } from '../../identity/registered-key.js'
import { MAX_KEYS, type SigningKey, signingKeys } from '../../identity/signing-keys.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'

interface KeyForm {
  kid: string
  source: string
  text: string
  audience: string
  error?: string
}

export const kindLabels: Record<KeyKind, string> = {
  HMAC: 'Shared secret (HS256, HS384, HS512)',
  RSA: 'RSA public key (RS256–RS512, PS256–PS512)',
  EC: 'EC public key (ES256, ES384, ES512)',
  AES: 'Shared encryption key (A128KW–A256KW)',
  RSA_PRIVATE: 'Encryption key pair (RSA-OAEP-256)',
}

const sources: Record<KeySource, { label: string; hint: string }> = {
  secret: { label: 'Shared secret', hint: 'signs; leave the key empty to generate one' },
  public: { label: 'Public key', hint: 'RSA or EC, in PEM or as a JWK; you keep the private key' },
  encryption: { label: 'Shared encryption key', hint: 'Base64; leave the key empty to generate one' },
  'encryption-pair': { label: 'Encryption key pair', hint: 'you get the public key; leave the key empty' },
}

export const isKeySource = (text: string): text is KeySource => Object.hasOwn(sources, text)

/** `GET /console/keys`: the active keys, and a form for a new one. */
export async function showKeys(c: ConsoleContext, form?: KeyForm): Promise<Response> {
  const keys = await signingKeys(c.env)
  const canAdd = keys.length < MAX_KEYS || form
  return showPage(
    c,
    {
      title: 'Verification keys',
      lead: 'Your backend proves with a JWT who a consumer is. Two keys can be active, so that you can replace one.',
      children: (
        <>
          {c.req.query('done') === 'revoked' && (
            <Success>The key is revoked. JWTs that were signed with it are invalid.</Success>
          )}
          {keys.length ? <KeyTable keys={keys} /> : <Empty>There are no keys. Add one below.</Empty>}
          {canAdd ? (
            <NewKey session={c.var.session} {...(form ?? { kid: '', source: 'secret', text: '', audience: '' })} />
          ) : (
            <Empty>Two keys are active. To add another key, revoke one of them.</Empty>
          )}
        </>
      ),
    },
    form ? 422 : 200,
  )
}

const KeyTable = ({ keys }: { keys: SigningKey[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Partner Key ID</th>
        <th scope="col">Type</th>
        <th scope="col">Audience</th>
        <th scope="col">Added</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      {keys.map(({ kid, kind, audience, created_at }) => (
        <tr>
          <th scope="row">
            <a href={`/console/keys/${encodeURIComponent(kid)}`}>{kid}</a>
          </th>
          <td data-label="Type">{kindLabels[kind]}</td>
          <td data-label="Audience">{audience ?? 'Any'}</td>
          <td data-label="Added">
            <Time date={created_at} otherwise="Unknown" />
          </td>
          <td>
            <a href={`/console/keys/${encodeURIComponent(kid)}/revoke`} aria-label={`Revoke ${kid}`}>
              Revoke
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const NewKey = ({ session, kid, source, text, audience, error }: KeyForm & { session: Session }) => (
  <form method="post" action="/console/keys" class="sheet" novalidate>
    <h2>New key</h2>
    <Csrf session={session} />
    {error && <Failure>{error}</Failure>}
    <label for="kid">Partner Key ID</label>
    <input id="kid" name="kid" value={kid} required maxlength={100} placeholder="shop-2" autocomplete="off" />
    <fieldset>
      <legend>Type</legend>
      {Object.entries(sources).map(([value, { label, hint }]) => (
        <label class="choice">
          <input type="radio" name="source" value={value} checked={value === source} />
          <span>
            {label} <span class="hint">({hint})</span>
          </span>
        </label>
      ))}
    </fieldset>
    <label for="text">Key</label>
    <textarea id="text" name="text" rows={5} spellcheck={false} autocomplete="off">
      {text}
    </textarea>
    <label for="audience">
      Audience <span class="hint">(optional: JWTs need it as their aud)</span>
    </label>
    <input id="audience" name="audience" value={audience} maxlength={200} autocomplete="off" />
    <button class="main">Add key</button>
  </form>
)
