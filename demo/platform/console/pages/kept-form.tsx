/** @jsxImportSource hono/jsx */
import type { ConsoleContext, FormFields } from '../console-context.js'
import { showPlainPage } from '../layout.js'
import { csrfToken, type Session } from '../session.js'

/** Fields that protect the form. They are those of the page that shows it. */
const OWN_FIELDS = ['csrf', 'tenant']

/** Nobody else may send or read what the user has not entered for this page. */
const SECRET_FIELDS = ['password']

/** Whether the user has entered something that would be lost. */
export const hasInput = (fields: FormFields): boolean => Object.keys(fields).some(name => !OWN_FIELDS.includes(name))

/**
 * Keeps a form that was sent after its session has ended: shows what the user has entered, and sends it again when they say so. The form has done
 * nothing. Without a session, the user signs in on another page first.
 */
export function showKeptForm(c: ConsoleContext, fields: FormFields, session?: Session): Response {
  const { pathname, search } = new URL(c.req.url)
  const entered = Object.entries(fields).filter(([name]) => ![...OWN_FIELDS, ...SECRET_FIELDS].includes(name))
  return showPlainPage(
    {
      title: session ? 'Send the form again?' : 'You are signed out',
      lead: session
        ? `The form is of an earlier session, so it has changed nothing. You are signed in as ${session.email}.`
        : 'The form has changed nothing. This page keeps what you have entered.',
      children: (
        <form method="post" action={pathname + search} class="sheet" novalidate>
          {session && <input type="hidden" name="csrf" value={csrfToken(session)} />}
          <input type="hidden" name="tenant" value={fields.tenant ?? ''} />
          {!session && (
            <p>
              <a href="/console/sign-in" target="_blank" rel="noopener">
                Sign in on a new page
              </a>
              , then go on here.
            </p>
          )}
          {entered.map(([name, value]) =>
            isText(value) ? <KeptText name={name} value={value} /> : <input type="hidden" name={name} value={value} />,
          )}
          {SECRET_FIELDS.filter(name => name in fields).map(name => (
            <>
              <label for={`kept-${name}`}>Your password</label>
              <input id={`kept-${name}`} name={name} type="password" autocomplete="current-password" required />
            </>
          ))}
          <button class="main">{session ? 'Send the form again' : 'Go on'}</button>
        </form>
      ),
    },
    session ? 403 : 401,
  )
}

/** Whether the user can have typed a value. The others are the numbers of versions, and empty fields. */
const isText = (value: string) => !/^\d*$/.test(value)

const KeptText = ({ name, value }: { name: string; value: string }) => (
  <>
    <label for={`kept-${name}`}>{name}</label>
    <textarea id={`kept-${name}`} name={name} readonly rows={value.includes('\n') ? 12 : 2}>
      {`\n${value}`}
    </textarea>
  </>
)
