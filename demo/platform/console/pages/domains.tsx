/** @jsxImportSource hono/jsx */
import { RestError } from '../../http/rest-error.js'
import type { ProgramDomain } from '../../options.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'

interface DomainForm {
  origin: string
  error?: string
}

const messages: Record<string, string> = {
  added: 'The program domain is added. It works as soon as its host leads to this platform.',
  primary: 'The primary domain is changed. New links lead there, and earlier links still work.',
  removed: 'The program domain is removed. Its links and pages no longer work.',
}

/** `GET /console/domains`: the domains where consumers of this client call, and where its links lead. */
export async function showDomains(c: ConsoleContext, form?: DomainForm): Promise<Response> {
  const { session } = c.var
  const message = messages[c.req.query('done') ?? '']
  return showPage(
    c,
    {
      title: 'Program domains',
      lead: (
        <>
          The active domain is <code>{c.env.settings.programOrigin}</code>: new links lead there. A page of the brand
          can call each of these domains. A new consumer who calls an added domain belongs to {session.client_name}.
        </>
      ),
      children: (
        <>
          {message && !form && <Success>{message}</Success>}
          <DomainTable session={session} own={c.env.settings.ownDomain} added={addedDomains(c)} />
          <NewDomain session={session} {...(form ?? { origin: '' })} />
        </>
      ),
    },
    form ? 422 : 200,
  )
}

/** `GET /console/domains/remove?origin=` */
export async function confirmDomainRemoval(c: ConsoleContext): Promise<Response> {
  const domain = addedDomains(c).find(({ origin }) => origin === c.req.query('origin'))
  if (!domain) throw new RestError('not_found', 'There is no such program domain. It may be removed already')
  return showPage(c, {
    title: `Remove ${domain.origin}?`,
    children: (
      <form method="post" action="/console/domains/remove" class="sheet">
        <Csrf session={c.var.session} />
        <input type="hidden" name="origin" value={domain.origin} />
        <p>
          Share links and pages with this domain stop working. People and rewards stay, and you can add the domain
          again.
        </p>
        {domain.is_primary && <p>New links lead to {c.env.settings.ownDomain} again.</p>}
        <p class="actions">
          <button class="danger">Remove the domain</button>
          <a href="/console/domains">Cancel</a>
        </p>
      </form>
    ),
  })
}

const addedDomains = ({ env, var: { session } }: ConsoleContext): ProgramDomain[] =>
  env.settings.addedDomains.filter(({ client_id }) => client_id === session.client_id)

interface Domains {
  session: Session
  /** The domain in the options of the platform. */
  own: string
  added: ProgramDomain[]
}

const DomainTable = ({ session, own, added }: Domains) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Domain</th>
        <th scope="col">Added</th>
        <th scope="col">Links</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <th scope="row">{own}</th>
        <td data-label="Added">By the options of the platform</td>
        <td data-label="Links">
          <Links session={session} origin={own} isPrimary={!added.some(({ is_primary }) => is_primary)} />
        </td>
        <td />
      </tr>
      {added.map(({ origin, is_primary, created_at }) => (
        <tr>
          <th scope="row">{origin}</th>
          <td data-label="Added">
            <Time date={created_at} otherwise="" />
          </td>
          <td data-label="Links">
            <Links session={session} origin={origin} isPrimary={is_primary} />
          </td>
          <td>
            <a href={`/console/domains/remove?origin=${encodeURIComponent(origin)}`} aria-label={`Remove ${origin}`}>
              Remove
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Whether new links lead to a domain, or the button that makes them. */
const Links = ({ session, origin, isPrimary }: { session: Session; origin: string; isPrimary: boolean }) =>
  isPrimary ? (
    <>New links lead here</>
  ) : (
    <form method="post" action="/console/domains/primary">
      <Csrf session={session} />
      <button class="small" name="origin" value={origin} aria-label={`Make primary: ${origin}`}>
        Make primary
      </button>
    </form>
  )

const NewDomain = ({ session, origin, error }: DomainForm & { session: Session }) => (
  <form method="post" action="/console/domains" class="sheet" novalidate>
    <h2>New program domain</h2>
    <Csrf session={session} />
    {error && <Failure id="error">{error}</Failure>}
    <label for="origin">Origin</label>
    <input
      id="origin"
      name="origin"
      type="url"
      value={origin}
      placeholder="https://share.example.com"
      autocomplete="off"
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <button class="main">Add the domain</button>
  </form>
)
