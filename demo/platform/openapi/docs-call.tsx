/** @jsxImportSource hono/jsx */
import type { oas31 } from 'zod-openapi'
import { curl } from './curl.js'
import { FailureTable } from './docs-failures.js'
import { Code, Codes, FieldTable, fieldsOf, Listed, Prose, Type } from './docs-fields.js'
import { type DocumentCall, isReference, type JsonSchema, type Method, needsNoToken, resolve } from './read-document.js'

interface InDocument {
  document: oas31.OpenAPIObject
}

interface OfOperation {
  operation: oas31.OperationObject
}

/** A call of the documentation page. It is collapsed until the reader opens it. */
export function Call({ document, call }: InDocument & { call: DocumentCall }) {
  const { path, method, operation } = call
  const { operationId, summary, description, requestBody } = operation
  return (
    <details class="call" id={operationId}>
      <summary>
        <MethodBadge method={method} />{' '}
        <span class="path">
          <Code text={path} />
        </span>{' '}
        <span class="summary">{summary}</span>
      </summary>
      <div class="about">
        {description && (
          <p>
            <Prose text={description} />
          </p>
        )}
        <p class="access">
          <Access operation={operation} />
        </p>
        <Parameters document={document} operation={operation} />
        {requestBody && <Body {...resolve(requestBody)} />}
        <figure>
          <figcaption>Try it</figcaption>
          <pre tabindex={0}>
            <code>{curl(document, call)}</code>
          </pre>
        </figure>
        <Success operation={operation} />
        <FailureTable document={document} operation={operation} />
        <p class="anchor">
          <a href={`#${operationId}`}>Link to this call</a>
        </p>
      </div>
    </details>
  )
}

export const MethodBadge = ({ method }: { method: Method }) => (
  <span class={`method ${method}`}>{method.toUpperCase()}</span>
)

function Access({ operation }: OfOperation) {
  const scopes = [...new Set(operation.security?.flatMap(way => Object.values(way).flat()))]
  const token = scopes.length ? (
    <>
      a token with the scope <Codes names={scopes} separator=" or " />
    </>
  ) : (
    'a valid token'
  )
  return needsNoToken(operation) ? <>Accepts {token}, but does not require one.</> : <>Requires {token}.</>
}

const PLACES: [oas31.ParameterLocation, string][] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
]

function Parameters({ document, operation }: InDocument & OfOperation) {
  const resolved = (operation.parameters ?? []).map(each =>
    resolve<oas31.ParameterObject>(each, document.components?.parameters),
  )
  return (
    <>
      {PLACES.map(([place, caption]) => {
        const fields = resolved.filter(each => each.in === place)
        return fields.length > 0 && <FieldTable caption={caption} fields={fields} />
      })}
    </>
  )
}

function Body({ required, content }: oas31.RequestBodyObject) {
  const [first] = Object.values(content)
  return (
    <>
      <h3>Body</h3>
      <p>
        {required ? 'Required' : 'Optional'}. Media types: <Codes names={Object.keys(content)} />.
      </p>
      <SchemaTable caption="Body fields" schema={first?.schema ?? {}} />
    </>
  )
}

/** A schema: its type in words, and a table of its fields. A list has the table of its items. */
function SchemaTable({ caption, schema }: { caption: string; schema: JsonSchema }) {
  const fields = fieldsOf(schema.items ?? schema)
  return (
    <>
      {!(fields.length && !schema.items) && (
        <p>
          <span class="type">
            <Type schema={schema} />
          </span>
        </p>
      )}
      {fields.length > 0 && <FieldTable caption={caption} fields={fields} />}
    </>
  )
}

function Success({ operation: { responses = {} } }: OfOperation) {
  const { content = {}, headers = {} }: oas31.ResponseObject = responses[200]
  const redirect: oas31.ResponseObject | undefined = responses[302]
  const json = content['application/json']?.schema
  const types = Object.keys(content)
  const names = Object.entries(headers).map(([name, header]) =>
    isReference(header) ? (
      <a href="#headers">
        <Code text={name} />
      </a>
    ) : (
      <Code text={name} />
    ),
  )
  return (
    <>
      <h3>Response</h3>
      <p>
        <span class="status good">200</span> {types.length ? <Codes names={types} /> : 'Empty'}.
        {names.length > 0 && (
          <>
            {' '}
            Headers: <Listed parts={names} />.
          </>
        )}
      </p>
      {json && types.length === 1 && <SchemaTable caption="Response fields" schema={json} />}
      {redirect && (
        <p>
          <span class="status">302</span> {redirect.description} The URL is in the <code>Location</code> header.
        </p>
      )}
    </>
  )
}
