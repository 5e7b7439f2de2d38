/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Head, htmlResponse } from '../http/page.js'
import type { ConsoleContext } from './console-context.js'
import { csrfToken, type Session } from './session.js'

interface Center {
  /** Null: the sections about the program. */
  name: string | null
  sections: [path: string, name: string][]
}

/** The sections of the console. Two centers have the names of the specification (5.2 and 5.4). */
const centers: Center[] = [
  {
    name: null,
    sections: [
      ['/console', 'Home'],
      ['/console/campaigns', 'Campaigns'],
      ['/console/zones', 'Zones'],
      ['/console/theme', 'Theme'],
      ['/console/people', 'People'],
      ['/console/rewards', 'Rewards'],
      ['/console/requests', 'Requests'],
      ['/console/reports', 'Reports'],
      ['/console/mails', 'Emails'],
      ['/console/refusals', 'Refused'],
    ],
  },
  {
    name: 'Security Center',
    sections: [
      ['/console/tokens', 'Managed tokens'],
      ['/console/keys', 'Verification keys'],
      ['/console/origins', 'Allowed origins'],
    ],
  },
  {
    name: 'Tech Center',
    sections: [
      ['/console/domains', 'Program domains'],
      ['/console/settings', 'Client settings'],
      ['/console/webhooks', 'Webhooks'],
      ['/console/work', 'Background work'],
      ['/console/clock', 'Clock'],
      ['/console/docs', 'API reference'],
    ],
  },
]

interface PageProps {
  title: string
  /** What the page is for. */
  lead?: Child
  children?: Child
  /** Additional directives of the Content Security Policy. Without them, only style sheets and forms are allowed. */
  policy?: string[]
  /** The style sheets besides that of the frame. Default: that of tables. */
  styles?: string[]
  /** A script that adds to the page. It must work without. */
  script?: string
}

/** Renders a page of the console for a user who is signed in. */
export async function showPage(c: ConsoleContext, page: PageProps, status = 200): Promise<Response> {
  const { session } = c.var
  const path = new URL(c.req.url).pathname
  const center = centers.find(({ sections }) => sections.some(([href]) => isIn(path, href)))?.name
  const clients = await c.env.db.query<Client>(
    'select client_id, name, sandbox from clients where account = $1 order by sandbox, client_id',
    [session.account],
  )
  return respond(
    <Document title={`${page.title} · ${session.client_name}`} styles={page.styles} script={page.script}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header session={session} clients={clients} />
      <div class="frame">
        <Menu path={path} />
        <main id="content" class="wide">
          {center && <p class="center">{center}</p>}
          <h1>{page.title}</h1>
          {page.lead && <p class="lead">{page.lead}</p>}
          {page.children}
        </main>
      </div>
    </Document>,
    status,
    page.policy,
  )
}

/** Renders a page without the frame, for somebody who is not signed in. */
export const showPlainPage = ({ title, lead, children }: PageProps, status = 200): Response =>
  respond(
    <Document title={title}>
      <main class="plain">
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
        {children}
      </main>
    </Document>,
    status,
  )

const respond = (document: ReturnType<typeof Document>, status: number, policy: string[] = []) =>
  htmlResponse(document, status, [`form-action 'self'`, `frame-ancestors 'none'`, ...policy])

interface DocumentProps extends Pick<PageProps, 'title' | 'children'> {
  styles?: string[] | undefined
  script?: string | undefined
}

const Document = ({ title, children, styles = ['tables.css'], script }: DocumentProps) => (
  <html lang="en">
    <head>
      <Head title={title} styles={['pages.css', 'console.css', ...styles]} />
      {script && <script src={`/pages/${script}`} defer />}
    </head>
    <body class="console">{children}</body>
  </html>
)

interface Client {
  client_id: string
  name: string
  sandbox: boolean
}

/** On a phone `Menu` shows and hides the rest of the header and the menu. Only the style sheet knows, so it works without script. */
const Header = ({ session, clients }: { session: Session; clients: Client[] }) => (
  <header class="top">
    <a class="brand" href="/console">
      {session.client_name}
    </a>
    <details class="toggle">
      <summary>Menu</summary>
    </details>
    <div class="account">
      {clients
        .filter(({ client_id }) => client_id !== session.client_id)
        .map(({ client_id, sandbox }) => (
          <form method="post" action="/console/client">
            <Csrf session={session} />
            <button class="small" name="client_id" value={client_id}>
              {sandbox ? 'Open the sandbox' : 'Open production'}
            </button>
          </form>
        ))}
      <form method="post" action="/console/sign-out">
        <Csrf session={session} />
        <span class="user">{session.email}</span>
        <button class="small">Sign out</button>
      </form>
    </div>
  </header>
)

const Menu = ({ path }: { path: string }) => (
  <nav aria-label="Console" class="menu">
    {centers.map(({ name, sections }) => (
      <>
        {name && <h2>{name}</h2>}
        <ul>
          {sections.map(([href, section]) => (
            <li>
              <a href={href} aria-current={isIn(path, href) ? 'page' : undefined}>
                {section}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
  </nav>
)

const isIn = (path: string, section: string) =>
  path === section || (section !== '/console' && path.startsWith(`${section}/`))

/** The fields that each form of the console needs: the token of the session, and the tenant that the page shows. */
export const Csrf = ({ session }: { session: Session }) => (
  <>
    <input type="hidden" name="csrf" value={csrfToken(session)} />
    <input type="hidden" name="tenant" value={session.client_id} />
  </>
)
