/** @jsxImportSource hono/jsx */
import type { KeySource } from '../../identity/read-key.js'
import { algorithms, type KeyKind } from '../../identity/registered-key.js'
import { type SigningKey, signingKeys } from '../../identity/signing-keys.js'
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

const kindNames: Record<KeyKind, string> = {
  HMAC: 'Shared secret',
  RSA: 'RSA public key',
  EC: 'EC public key',
  AES: 'Shared encryption key',
  RSA_PRIVATE: 'Encryption key pair',
}

/** The kind of a key with its algorithms. */
export const kindLabel = (kind: KeyKind) => `${kindNames[kind]} (${algorithms[kind].join(', ')})`

const sources: Record<KeySource, { label: string; hint: string }> = {
  secret: { label: 'Shared secret', hint: 'signs; leave the key empty to generate one' },
  public: { label: 'Public key', hint: 'RSA or EC, in PEM, as DER in Base64, or as a JWK; you keep the private key' },
  encryption: { label: 'Shared encryption key', hint: 'Base64; leave the key empty to generate one' },
  'encryption-pair': { label: 'Encryption key pair', hint: 'you get the public key; leave the key empty' },
}

export const isKeySource = (text: string): text is KeySource => Object.hasOwn(sources, text)

/** `GET /console/keys`: the keys with their states, and a form for a new one. */
export async function showKeys(c: ConsoleContext, form?: KeyForm): Promise<Response> {
  const keys = await signingKeys(c.env)
  return showPage(
    c,
    {
      title: 'Verification keys',
      lead: 'Your backend proves with a JWT who a consumer is. Several keys can be active. To replace one, add a key, sign with it, and then revoke the old one.',
      children: (
        <>
          {c.req.query('done') === 'revoked' && (
            <Success>The key is revoked. JWTs that were signed with it are invalid.</Success>
          )}
          {keys.length ? <KeyTable keys={keys} /> : <Empty>There are no keys. Add one below.</Empty>}
          <NewKey session={c.var.session} {...(form ?? { kid: '', source: 'secret', text: '', audience: '' })} />
        </>
      ),
    },
    form ? 422 : 200,
  )
}

const KeyTable = ({ keys }: { keys: Omit<SigningKey, 'material'>[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Partner Key ID</th>
        <th scope="col">Type</th>
        <th scope="col">Audience</th>
        <th scope="col">Added</th>
        <th scope="col">State</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      {keys.map(({ kid, kind, audience, created_at, revoked_at }) => (
        <tr>
          <th scope="row">{revoked_at ? kid : <a href={`/console/keys/${encodeURIComponent(kid)}`}>{kid}</a>}</th>
          <td data-label="Type">{kindNames[kind]}</td>
          <td data-label="Audience">{audience ?? 'Any'}</td>
          <td data-label="Added">
            <Time date={created_at} otherwise="Unknown" />
          </td>
          <td data-label="State">
            {revoked_at ? (
              <>
                Revoked <Time date={revoked_at} otherwise="" />
              </>
            ) : (
              'Active'
            )}
          </td>
          <td>
            {!revoked_at && (
              <a href={`/console/keys/${encodeURIComponent(kid)}/revoke`} aria-label={`Revoke ${kid}`}>
                Revoke
              </a>
            )}
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
