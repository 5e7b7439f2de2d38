import { html } from 'hono/html'
import { code as name, prose } from './docs-fields.js'
import { nameIn, type OpenApiDocument, type Operation } from './openapi.js'

interface Failure {
  status: string
  code: string
  cause: string
  remedy: string
}

/** Every way a call may fail, with what to do about it. */
export function failureTable(document: OpenApiDocument, responses: Operation['responses']) {
  const failures = [...inBodies(document, responses), ...inHeaders(responses)]
  return html`<table class="failures">
<caption>${failures[0]?.status === '200' ? 'Errors, which a header tells' : 'Errors'}</caption>
<thead><tr><th scope="col">Code</th><th scope="col">What has happened, and what to do</th></tr></thead>
<tbody>${failures.map(
    ({ status, code, cause, remedy }) => html`<tr>
<th scope="row"><span class="status${status === '200' ? '' : ' bad'}">${status}</span> ${name(code)}</th>
<td><span class="cause">${prose(cause)}</span> ${prose(remedy)}</td>
</tr>`,
  )}</tbody>
</table>`
}

function inBodies({ components }: OpenApiDocument, responses: Operation['responses']): Failure[] {
  return Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content['application/json']?.examples ?? {}).map(example => {
      const { summary = '', value } = components.examples[nameIn(example)]!
      const { code, message } = value as { code: string; message: string }
      return { status, code, cause: message, remedy: summary }
    }),
  )
}

/** A web-friendly call answers 200 and tells in a header what has failed. */
function inHeaders(responses: Operation['responses']): Failure[] {
  const headers = Object.values(responses[200]?.headers ?? {})
  return headers.flatMap(header =>
    '$ref' in header
      ? []
      : Object.entries(header.examples ?? {}).map(([code, { summary = '', value }]) => {
          return { status: '200', code, cause: String(value).slice(code.length + 2), remedy: summary }
        }),
  )
}
