/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { ConsoleContext, FormFields } from './console-context.js'
import { Csrf, showPage } from './layout.js'

interface Confirmation {
  title: string
  /** What happens then. */
  children: Child
  /** The label of the button. */
  action: string
  /** The page to go back to. */
  back: string
  /** What the user entered before. It is sent again. */
  fields?: FormFields
}

/** Asks before an action that cannot be undone. The form is sent to the address of this page. */
export const showConfirmation = (c: ConsoleContext, { title, children, action, back, fields = {} }: Confirmation) =>
  showPage(c, {
    title,
    children: (
      <form method="post" class="sheet">
        <Csrf session={c.var.session} />
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {children}
        <p class="actions">
          <button class="danger">{action}</button>
          <a href={back}>Cancel</a>
        </p>
      </form>
    ),
  })
