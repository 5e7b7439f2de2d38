import { html } from 'hono/html'
import type { oas31 } from 'zod-openapi'
import { curl } from './curl.js'
import { failureTable } from './docs-failures.js'
import { code, fieldsOf, fieldTable, listed, prose, typeOf } from './docs-fields.js'
import { type DocumentCall, isReference, type JsonSchema, type Method, needsNoToken, resolve } from './read-document.js'

/** Renders a call of the documentation page. It is collapsed until the reader opens it. */
export function renderCall(document: oas31.OpenAPIObject, call: DocumentCall) {
  const { path, method, operation } = call
  const { operationId, summary, description, requestBody } = operation
  return html`<details class="call" id="${operationId}">
<summary>${methodBadge(method)} <span class="path">${code(path)}</span> <span class="summary">${summary}</span></summary>
<div class="about">
${description ? html`<p>${prose(description)}</p>` : ''}
<p class="access">${accessOf(operation)}</p>
${parameters(document, operation)}
${requestBody ? body(resolve(requestBody)) : ''}
<figure><figcaption>Try it</figcaption><pre tabindex="0"><code>${curl(document, call)}</code></pre></figure>
${success(operation)}
${failureTable(document, operation)}
<p class="anchor"><a href="#${operationId}">Link to this call</a></p>
</div>
</details>`
}

export const methodBadge = (method: Method) => html`<span class="method ${method}">${method.toUpperCase()}</span>`

function accessOf(operation: oas31.OperationObject) {
  const scopes = [...new Set(operation.security?.flatMap(way => Object.values(way).flat()))]
  const token = scopes.length ? html`a token with the scope ${listed(scopes.map(code), ' or ')}` : html`a valid token`
  return needsNoToken(operation) ? html`Accepts ${token}, but does not require one.` : html`Requires ${token}.`
}

function parameters({ components }: oas31.OpenAPIObject, { parameters = [] }: oas31.OperationObject) {
  const resolved = parameters.map(each => resolve<oas31.ParameterObject>(each, components?.parameters))
  const places: [oas31.ParameterLocation, string][] = [
    ['path', 'Path parameters'],
    ['query', 'Query parameters'],
    ['header', 'Headers'],
  ]
  return places.map(([place, caption]) => {
    const fields = resolved.filter(each => each.in === place)
    return fields.length ? fieldTable(caption, fields) : ''
  })
}

function body({ required, content }: oas31.RequestBodyObject) {
  const [first] = Object.values(content)
  return html`<h3>Body</h3>
<p>${required ? 'Required' : 'Optional'}. Media types: ${listed(Object.keys(content).map(code))}.</p>
${schemaTable('Body fields', first?.schema ?? {})}`
}

/** A schema: its type in words, and a table of its fields. A list has the table of its items. */
function schemaTable(caption: string, schema: JsonSchema) {
  const fields = fieldsOf(schema.items ?? schema)
  return html`${fields.length && !schema.items ? '' : html`<p><span class="type">${typeOf(schema)}</span></p>`}
${fields.length ? fieldTable(caption, fields) : ''}`
}

function success({ responses = {} }: oas31.OperationObject) {
  const { content = {}, headers = {} }: oas31.ResponseObject = responses[200]
  const redirect: oas31.ResponseObject | undefined = responses[302]
  const json = content['application/json']?.schema
  const types = Object.keys(content)
  const names = Object.entries(headers).map(([name, header]) =>
    isReference(header) ? html`<a href="#headers">${code(name)}</a>` : code(name),
  )
  return html`<h3>Response</h3>
<p><span class="status good">200</span> ${types.length ? listed(types.map(code)) : 'Empty'}.${names.length ? html` Headers: ${listed(names)}.` : ''}</p>
${json && types.length === 1 ? schemaTable('Response fields', json) : ''}
${redirect ? html`<p><span class="status">302</span> ${redirect.description} The URL is in the <code>Location</code> header.</p>` : ''}`
}
