import type { Context } from 'hono'
import { html } from 'hono/html'
import type { oas31 } from 'zod-openapi'
import type { Domain } from '../domain.js'
import { page } from '../http/page.js'
import type { Api } from './api.js'
import { methodBadge, renderCall } from './docs-call.js'
import { fieldsOf, fieldTable, prose } from './docs-fields.js'
import { openApiDocument } from './document.js'
import { callsIn, type DocumentCall, resolve } from './read-document.js'

/** What a page with an API reference needs: its script filters the calls. */
export const docsOptions = {
  policy: [`script-src 'self'`, `require-trusted-types-for 'script'`],
  styles: ['docs.css', 'docs-call.css'],
}

/** `GET /docs`: the OpenAPI document as a page. Everybody can read it. */
export const serveDocs =
  (api: (domain: Domain) => Api) =>
  async (c: Context<{ Bindings: Domain }>): Promise<Response> => {
    const document = openApiDocument(api(c.env))
    const body = html`<p class="lead">${prose(document.info.description ?? '')}</p>${await renderDocs(document)}`
    return page(document.info.title, String(await body), { wide: true, ...docsOptions })
  }

interface Section {
  tag: string
  calls: DocumentCall[]
}

/** Groups the calls by tag, without the tags that have no calls. */
function sectionsOf(document: oas31.OpenAPIObject): Section[] {
  const calls = callsIn(document)
  const sections = (document.tags ?? []).map(({ name: tag }) => ({
    tag,
    calls: calls.filter(each => each.operation.tags?.includes(tag)),
  }))
  return sections.filter(({ calls }) => calls.length)
}

/** Renders the reference of an API below its title and description. */
export function renderDocs(document: oas31.OpenAPIObject) {
  const sections = sectionsOf(document)
  const origin = document.servers?.[0]?.url
  return html`<script src="/pages/docs.js" defer></script>
<p class="facts">Version ${document.info.version} · <code>${origin}</code> · <a href="${origin}/openapi.json">OpenAPI 3.1 document</a></p>
<div class="docs">
${navigation(sections)}
<div class="sections">
${sections.map(
  ({ tag, calls }) => html`<section aria-labelledby="${slug(tag)}">
<h2 id="${slug(tag)}">${tag}</h2>
${calls.map(call => renderCall(document, call))}
</section>`,
)}
${tokenCarriers(document)}
${headers(document)}
${schemas(document)}
</div>
</div>`
}

function navigation(sections: Section[]) {
  return html`<nav class="calls" aria-label="Calls">
<form role="search" hidden>
<label for="filter">Find a call</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="shareable, 403, polling_id …">
<p id="found" role="status"></p>
</form>
<ul class="tags">${sections.map(
    ({ tag, calls }) => html`<li><a href="#${slug(tag)}">${tag}</a>
<ul>${calls.map(({ method, operation }) => html`<li><a href="#${operation.operationId}">${methodBadge(method)} ${operation.summary}</a></li>`)}</ul>
</li>`,
  )}</ul>
</nav>`
}

const tokenCarriers = ({ components }: oas31.OpenAPIObject) => html`<section aria-labelledby="token">
<h2 id="token">How to send the token</h2>
<p>A request can have its token in one of three places.</p>
${fieldTable(
  'Carriers of the token',
  Object.entries(components?.securitySchemes ?? {}).map(([name, scheme]) => {
    const carrier = resolve<oas31.SecuritySchemeObject>(scheme)
    return { name, type: `${carrier.in} ${carrier.name}`, description: carrier.description }
  }),
)}
</section>`

function headers({ components }: oas31.OpenAPIObject) {
  const fields = Object.entries(components?.headers ?? {}).map(([name, header]) => ({
    name,
    ...resolve<oas31.HeaderObject>(header),
  }))
  return fields.length
    ? html`<section aria-labelledby="headers"><h2 id="headers">Response headers</h2>${fieldTable('Headers', fields)}</section>`
    : ''
}

const schemas = ({ components }: oas31.OpenAPIObject) => html`<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(components?.schemas ?? {}).map(
  ([name, schema]) => html`<article class="schema" id="${name}"><h3>${name}</h3>
${schema.description ? html`<p>${prose(schema.description)}</p>` : ''}
${fieldTable('Fields', fieldsOf(schema))}</article>`,
)}
</section>`

const slug = (tag: string) => tag.toLowerCase().replaceAll(' ', '-')
