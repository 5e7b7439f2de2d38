/** @jsxImportSource hono/jsx */
import { RestError } from '../../http/rest-error.js'
import { type AllowedOrigin, addedOrigins } from '../../identity/added-origins.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'

interface OriginForm {
  origin: string
  error?: string
}

const messages: Record<string, string> = {
  added: 'The origin is allowed. Its pages can use the program at once.',
  removed: 'The origin is removed. Its pages can no longer use the consumer’s cookie.',
}

/** `GET /console/origins`: the origins whose pages can use the program with the consumer's cookie, and the program domain. */
export async function showOrigins(c: ConsoleContext, form?: OriginForm): Promise<Response> {
  const added = await addedOrigins(c.env)
  const { ownOrigins, allowedOrigins } = c.env.settings
  const own = added.map(({ origin }) => origin)
  const ofProduction = allowedOrigins.filter(each => !ownOrigins.includes(each) && !own.includes(each))
  const message = messages[c.req.query('done') ?? '']
  return showPage(
    c,
    {
      title: 'Allowed origins',
      lead: 'Pages of these origins can use the program with the consumer’s cookie. The sandbox also allows the origins of production.',
      children: (
        <>
          {message && !form && <Success>{message}</Success>}
          <OriginTable
            program={c.env.settings.programOrigin}
            fixed={ownOrigins}
            ofProduction={ofProduction}
            added={added}
          />
          <NewOrigin session={c.var.session} {...(form ?? { origin: '' })} />
        </>
      ),
    },
    form ? 422 : 200,
  )
}

/** `GET /console/origins/remove?origin=` */
export async function confirmRemoval(c: ConsoleContext): Promise<Response> {
  const origin = c.req.query('origin')
  const isAdded = (await addedOrigins(c.env)).some(each => each.origin === origin)
  if (!origin || !isAdded) throw new RestError('not_found', 'There is no such origin. It may be removed already')
  return showPage(c, {
    title: `Remove ${origin}?`,
    children: (
      <form method="post" action="/console/origins/remove" class="sheet">
        <Csrf session={c.var.session} />
        <input type="hidden" name="origin" value={origin} />
        <p>Pages of this origin can no longer use the consumer’s cookie. You can allow the origin again.</p>
        <p class="actions">
          <button class="danger">Remove the origin</button>
          <a href="/console/origins">Cancel</a>
        </p>
      </form>
    ),
  })
}

interface Origins {
  program: string
  /** The origins in the options of the platform. */
  fixed: string[]
  /** Those of production, in the sandbox. */
  ofProduction: string[]
  added: AllowedOrigin[]
}

const OriginTable = ({ program, fixed, ofProduction, added }: Origins) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Origin</th>
        <th scope="col">Added</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      <FixedRow origin={program} reason="Program domain" />
      {fixed.map(origin => (
        <FixedRow origin={origin} reason="By the options of the platform" />
      ))}
      {ofProduction.map(origin => (
        <FixedRow origin={origin} reason="In production" />
      ))}
      {added.map(({ origin, created_at }) => (
        <tr>
          <th scope="row">{origin}</th>
          <td data-label="Added">
            <Time date={created_at} otherwise="" />
          </td>
          <td>
            <a href={`/console/origins/remove?origin=${encodeURIComponent(origin)}`} aria-label={`Remove ${origin}`}>
              Remove
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const FixedRow = ({ origin, reason }: { origin: string; reason: string }) => (
  <tr>
    <th scope="row">{origin}</th>
    <td data-label="Added">{reason}</td>
    <td />
  </tr>
)

const NewOrigin = ({ session, origin, error }: OriginForm & { session: Session }) => (
  <form method="post" action="/console/origins" class="sheet" novalidate>
    <h2>New origin</h2>
    <Csrf session={session} />
    {error && <Failure id="error">{error}</Failure>}
    <label for="origin">Origin</label>
    <input
      id="origin"
      name="origin"
      type="url"
      value={origin}
      placeholder="https://shop.example.com"
      autocomplete="off"
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <button class="main">Allow the origin</button>
  </form>
)
