/** @jsxImportSource hono/jsx */
import type { RestError } from '../../http/rest-error.js'
import type { ConsoleContext } from '../console-context.js'
import { showPlainPage } from '../layout.js'

/** Shows why a request failed. */
export const showError = (_: ConsoleContext, { message, status }: RestError): Response =>
  showPlainPage(
    {
      title: status === 404 ? 'Not found' : 'That did not work',
      lead: `${message}.`,
      children: (
        <p>
          <a href="/console">Back to the console</a>
        </p>
      ),
    },
    status,
  )
