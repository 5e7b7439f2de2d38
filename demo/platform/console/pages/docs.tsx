/** @jsxImportSource hono/jsx */

import { consumerInterface } from '../../consumer/consumer-interface.js'
import { Docs, docsOptions } from '../../openapi/docs-page.js'
import { openApiDocument } from '../../openapi/document.js'
import { serverInterface } from '../../server/server-interface.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'

/** `GET /console/docs?api=`: the reference of the server API, or that of the consumer API. */
export function showDocs(c: ConsoleContext): Promise<Response> {
  const isConsumerApi = c.req.query('api') === 'consumer'
  const document = openApiDocument(isConsumerApi ? consumerInterface(c.env) : serverInterface(c.env))
  return showPage(c, {
    title: 'API reference',
    children: (
      <>
        <nav class="tabs" aria-label="API">
          <ul>
            <li>
              <a href="/console/docs" aria-current={isConsumerApi ? undefined : 'page'}>
                Server API
              </a>
            </li>
            <li>
              <a href="/console/docs?api=consumer" aria-current={isConsumerApi ? 'page' : undefined}>
                Consumer API
              </a>
            </li>
          </ul>
        </nav>
        <Docs document={document} />
      </>
    ),
    ...docsOptions,
  })
}
