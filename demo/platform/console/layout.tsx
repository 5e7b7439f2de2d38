/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { htmlResponse } from '../http/page.js'
import type { ConsoleContext } from './console-context.js'
import { csrfToken, type Session } from './session.js'

/** The sections of the console. */
const sections = [
  ['/console', 'Home'],
  ['/console/rewards', 'Rewards'],
  ['/console/tokens', 'Managed tokens'],
  ['/console/keys', 'Verification keys'],
  ['/console/origins', 'Allowed origins'],
] as const

/** Pages of the platform that need no sign-in. */
const otherPages = [
  ['/zones', 'Zones'],
  ['/program', 'Program'],
  ['/mails', 'Emails'],
  ['/docs', 'API reference'],
] as const

interface PageProps {
  title: string
  /** What the page is for. */
  lead?: Child
  children?: Child
}

/** Renders a page of the console for a user who is signed in. */
export async function showPage(c: ConsoleContext, page: PageProps, status = 200): Promise<Response> {
  const { session } = c.var
  const path = new URL(c.req.url).pathname
  const clients = await c.env.db.query<Client>(
    'select client_id, name, sandbox from clients where account = $1 order by sandbox, client_id',
    [session.account],
  )
  return respond(
    <Document title={`${page.title} · ${session.client_name}`}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header session={session} clients={clients} />
      <div class="frame">
        <Sections path={path} />
        <main id="content" class="wide">
          <h1>{page.title}</h1>
          {page.lead && <p class="lead">{page.lead}</p>}
          {page.children}
        </main>
      </div>
    </Document>,
    status,
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

const respond = (document: { toString(): string | Promise<string> }, status: number) =>
  htmlResponse(`<!doctype html>${document}`, status, [`form-action 'self'`, `frame-ancestors 'none'`])

const Document = ({ title, children }: { title: string; children?: Child }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <link rel="stylesheet" href="/pages/pages.css" />
      <link rel="stylesheet" href="/pages/console.css" />
    </head>
    <body class="console">{children}</body>
  </html>
)

interface Client {
  client_id: string
  name: string
  sandbox: boolean
}

const Header = ({ session, clients }: { session: Session; clients: Client[] }) => (
  <header class="top">
    <a class="brand" href="/console">
      {session.client_name}
    </a>
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
    <form method="post" action="/console/sign-out" class="end">
      <Csrf session={session} />
      <span class="user">{session.email}</span>
      <button class="small">Sign out</button>
    </form>
  </header>
)

const Sections = ({ path }: { path: string }) => (
  <nav aria-label="Console">
    <ul>
      {sections.map(([href, name]) => (
        <li>
          <a href={href} aria-current={isIn(path, href) ? 'page' : undefined}>
            {name}
          </a>
        </li>
      ))}
      {otherPages.map(([href, name]) => (
        <li>
          <a href={href}>{name}</a>
        </li>
      ))}
    </ul>
  </nav>
)

const isIn = (path: string, section: string) =>
  path === section || (section !== '/console' && path.startsWith(`${section}/`))

/** The field that each form of the console needs. */
export const Csrf = ({ session }: { session: Session }) => (
  <input type="hidden" name="csrf" value={csrfToken(session)} />
)
