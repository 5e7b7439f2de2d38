import { html } from 'hono/html'
import { curl } from './curl.js'
import { failureTable } from './docs-failures.js'
import { code, fieldsOf, fieldTable, listed, prose, typeOf } from './docs-fields.js'
import {
  type JsonSchema,
  type Method,
  nameIn,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from './openapi.js'

/** A call, folded until somebody wants to know more of it. */
export function drawCall(document: OpenApiDocument, path: string, method: Method, operation: Operation) {
  const { operationId, summary, description, requestBody, responses, security } = operation
  return html`<details class="call" id="${operationId}">
<summary>${methodBadge(method)} <span class="path">${code(path)}</span> <span class="what">${summary}</span></summary>
<div class="about">
${description ? html`<p>${prose(description)}</p>` : ''}
<p class="who">${whoMay(security)}</p>
${parameters(document, operation)}
${requestBody ? body(requestBody) : ''}
<figure><figcaption>Try it</figcaption><pre tabindex="0"><code>${curl(document, path, method, operation)}</code></pre></figure>
${success(responses)}
${failureTable(document, responses)}
<p class="anchor"><a href="#${operationId}">Link to this call</a></p>
</div>
</details>`
}

export const methodBadge = (method: Method) => html`<span class="method ${method}">${method.toUpperCase()}</span>`

function whoMay(security: Operation['security']) {
  const scopes = [...new Set(security.flatMap(way => Object.values(way).flat()))]
  const optional = security.some(way => Object.keys(way).length === 0)
  const what = scopes.length ? html`a token with the scope ${listed(scopes.map(code), ' or ')}` : html`any live token`
  return optional ? html`Works without a token, or with ${what}.` : html`Needs ${what}.`
}

function parameters({ components }: OpenApiDocument, { parameters }: Operation) {
  const resolved = parameters.map(each => ('$ref' in each ? components.parameters[nameIn(each)]! : each))
  const places: [Parameter['in'], string][] = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'In a header'],
  ]
  return places.map(([place, caption]) => {
    const fields = resolved.filter(each => each.in === place)
    return fields.length ? fieldTable(caption, fields) : ''
  })
}

function body({ required, content }: NonNullable<Operation['requestBody']>) {
  const [first] = Object.values(content)
  return html`<h3>Body</h3>
<p>${required ? 'Required' : 'Optional'}: ${listed(Object.keys(content).map(code))}.</p>
${shape('Fields of the body', first!.schema)}`
}

/** What something is: its type in words, and a table of its fields, or of those of each in a list, where it has any. */
function shape(caption: string, schema: JsonSchema) {
  const fields = fieldsOf(schema.items ?? schema)
  return html`${fields.length && !schema.items ? '' : html`<p><span class="type">${typeOf(schema)}</span></p>`}
${fields.length ? fieldTable(caption, fields) : ''}`
}

function success(responses: Operation['responses']) {
  const { content = {}, headers = {} } = responses[200]!
  const json = content['application/json']?.schema
  const types = Object.keys(content)
  const names = Object.entries(headers).map(([name, header]) =>
    '$ref' in header ? html`<a href="#headers">${code(name)}</a>` : code(name),
  )
  return html`<h3>Answer</h3>
<p><span class="status good">200</span> ${types.length ? listed(types.map(code)) : 'Empty'}.${names.length ? html` Headers: ${listed(names)}.` : ''}</p>
${json && types.length === 1 ? shape('Fields of the answer', json) : ''}
${responses[302] ? html`<p><span class="status">302</span> ${responses[302].description} <code>Location</code> says where.</p>` : ''}`
}
