/** @jsxImportSource hono/jsx */
import type { ConsoleContext } from '../console-context.js'
import { showPlainPage } from '../layout.js'
import { Failure } from '../message.js'

interface Attempt {
  email: string
  /** The page that the user wanted to see. */
  to: string
  error: string
  status: number
}

/** `GET /console/sign-in?to=`: the form for a dashboard user. */
export function askToSignIn(c: ConsoleContext, attempt?: Attempt): Response {
  const { email = '', to = c.req.query('to') ?? '', error, status } = attempt ?? {}
  return showPlainPage(
    {
      title: 'Console',
      lead: 'The command that starts the platform prints the email and the password of the demo user.',
      children: (
        <form method="post" action="/console/sign-in" class="sheet" novalidate>
          {error && <Failure id="error">{error}</Failure>}
          <input type="hidden" name="to" value={to} />
          <label for="email">Email</label>
          <input id="email" name="email" type="email" autocomplete="username" value={email} required />
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            aria-invalid={error ? 'true' : undefined}
            aria-describedby={error ? 'error' : undefined}
          />
          <button class="main">Sign in</button>
        </form>
      ),
    },
    status,
  )
}
