/** @jsxImportSource hono/jsx */
import type { oas31 } from 'zod-openapi'
import { Code, Prose } from './docs-fields.js'
import { resolve, responsesIn } from './read-document.js'

interface Failure {
  status: string
  code: string
  cause: string
  remedy: string
}

interface FailureTableProps {
  document: oas31.OpenAPIObject
  operation: oas31.OperationObject
}

/** A table of the errors of a call, with the cause and the solution of each one. */
export function FailureTable({ document, operation }: FailureTableProps) {
  const failures = responsesIn(operation).flatMap(([status, response]) => [
    ...inBody(document, status, response),
    ...inHeaders(status, response),
  ])
  return (
    <table class="failures">
      <caption>{failures[0]?.status === '200' ? 'Errors, in a header of the 200 response' : 'Errors'}</caption>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Cause and solution</th>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ status, code, cause, remedy }) => (
          <tr>
            <th scope="row">
              <span class={status === '200' ? 'status' : 'status bad'}>{status}</span> <Code text={code} />
            </th>
            <td>
              <span class="cause">
                <Prose text={cause} />
              </span>{' '}
              <Prose text={remedy} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inBody(
  { components }: oas31.OpenAPIObject,
  status: string,
  { content = {} }: oas31.ResponseObject,
): Failure[] {
  const examples = Object.values(content['application/json']?.examples ?? {})
  return examples.map(example => {
    const { summary = '', value } = resolve<oas31.ExampleObject>(example, components?.examples)
    return { status, code: value.code, cause: value.message, remedy: summary }
  })
}

/** A web-friendly call responds with 200 and has the error in a header. */
function inHeaders(status: string, { headers = {} }: oas31.ResponseObject): Failure[] {
  return Object.values(headers).flatMap(header =>
    Object.entries(('examples' in header && header.examples) || {}).map(([code, example]) => {
      const { summary = '', value } = resolve<oas31.ExampleObject>(example)
      return { status, code, cause: String(value).slice(code.length + 2), remedy: summary }
    }),
  )
}
