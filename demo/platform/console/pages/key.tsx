/** @jsxImportSource hono/jsx */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { RestError } from '../../http/rest-error.js'
import type { Proof } from '../../identity/jwt.js'
import { activeKey, type SigningKey } from '../../identity/signing-keys.js'
import { canSign } from '../../identity/test-jwt.js'
import { showConfirmation } from '../confirm.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { kindLabel } from './keys.js'

interface JwtTest {
  email: string
  jwt: string
  /** What a valid JWT proves. */
  proof?: Proof
  error?: string
}

/** `GET /console/keys/{kid}`: a key, and a form that tests it. */
export async function showKey(c: ConsoleContext, test: JwtTest = { email: '', jwt: '' }): Promise<Response> {
  const key = await keyInPath(c)
  return showPage(
    c,
    {
      title: key.kid,
      lead: `${kindLabel(key.kind)}. Audience: ${key.audience ?? 'any'}.`,
      children: (
        <>
          {c.req.query('done') === 'added' && <Success>The key is active.</Success>}
          <section class="sheet" aria-labelledby="key">
            <h2 id="key">{canSign(key) ? 'Secret' : 'Public key'}</h2>
            {canSign(key) ? <Secret material={key.material} /> : <code class="secret">{publicKeyOf(key)}</code>}
          </section>
          <TestForm session={c.var.session} signs={canSign(key)} {...test} />
          {test.proof && <Result jwt={test.jwt} proof={test.proof} />}
          <p>
            <a href={`/console/keys/${encodeURIComponent(key.kid)}/revoke`}>Revoke this key</a>
          </p>
        </>
      ),
    },
    test.error ? 422 : 200,
  )
}

/** `GET /console/keys/{kid}/revoke` */
export async function confirmKeyRevocation(c: ConsoleContext): Promise<Response> {
  const { kid } = await keyInPath(c)
  return showConfirmation(c, {
    title: `Revoke the key ${kid}?`,
    children: <p>JWTs that were signed with it become invalid at once. The Partner Key ID cannot be used again.</p>,
    action: 'Revoke the key',
    back: `/console/keys/${encodeURIComponent(kid)}`,
  })
}

/** The active key in the path. Throws `not_found`. */
export async function keyInPath(c: ConsoleContext): Promise<SigningKey> {
  const key = await activeKey(c.env, c.req.param('kid')!)
  if (key) return key
  throw new RestError('not_found', 'There is no such key. It may be revoked already')
}

/** The key is hidden until the user opens it: others may see the screen. */
const Secret = ({ material }: { material: string }) => (
  <details>
    <summary>Show the secret</summary>
    <code class="secret">{material}</code>
  </details>
)

function publicKeyOf({ kind, material }: SigningKey): string {
  const bytes = Buffer.from(material, 'base64')
  const pem =
    kind === 'RSA_PRIVATE'
      ? createPublicKey(createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }))
      : createPublicKey({ key: bytes, format: 'der', type: 'spki' })
  return pem.export({ format: 'pem', type: 'spki' }).toString()
}

const TestForm = ({ session, signs, email, jwt, error }: JwtTest & { session: Session; signs: boolean }) => (
  <form method="post" class="sheet" novalidate>
    <h2>{signs ? 'Sign a test JWT' : 'Check a JWT'}</h2>
    <Csrf session={session} />
    {error && <Failure id="error">{error}</Failure>}
    {signs ? (
      <>
        <label for="email">Email of the consumer</label>
        <input id="email" name="email" type="email" value={email} placeholder="ada@example.com" autocomplete="off" />
      </>
    ) : (
      <>
        <label for="jwt">JWT that your backend created</label>
        <textarea id="jwt" name="jwt" rows={5} spellcheck={false} autocomplete="off">
          {jwt}
        </textarea>
      </>
    )}
    <button class="main">{signs ? 'Sign' : 'Check'}</button>
  </form>
)

const Result = ({ jwt, proof }: { jwt: string; proof: Proof }) => (
  <section class="sheet" aria-labelledby="result">
    <h2 id="result">Result</h2>
    <Success>
      {proof.verifies
        ? 'This JWT verifies the consumer.'
        : 'This JWT identifies the consumer without verifying: it has expired, or lacks the scope VERIFIED_CONSUMER.'}
    </Success>
    <h3>Claims about the consumer</h3>
    <code class="secret">{JSON.stringify(proof.claims, null, 2)}</code>
    <h3>JWT</h3>
    <code class="secret">{jwt}</code>
  </section>
)
