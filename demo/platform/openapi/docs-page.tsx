/** @jsxImportSource hono/jsx */
import type { Context } from 'hono'
import type { oas31 } from 'zod-openapi'
import type { Domain } from '../domain.js'
import { page } from '../http/page.js'
import type { Api } from './api.js'
import { Call, MethodBadge } from './docs-call.js'
import { FieldTable, fieldsOf, Prose } from './docs-fields.js'
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
  (c: Context<{ Bindings: Domain }>): Response => {
    const document = openApiDocument(api(c.env))
    const body = (
      <>
        <p class="lead">
          <Prose text={document.info.description} />
        </p>
        <Docs document={document} />
      </>
    )
    return page(document.info.title, body, { wide: true, ...docsOptions })
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

interface InDocument {
  document: oas31.OpenAPIObject
}

/** The reference of an API below its title and description. */
export function Docs({ document }: InDocument) {
  const sections = sectionsOf(document)
  const origin = document.servers?.[0]?.url
  return (
    <>
      <script src="/pages/docs.js" defer />
      <p class="facts">
        Version {document.info.version} · <code>{origin}</code> ·{' '}
        <a href={`${origin}/openapi.json`}>OpenAPI 3.1 document</a>
      </p>
      <div class="docs">
        <Navigation sections={sections} />
        <div class="sections">
          {sections.map(({ tag, calls }) => (
            <section aria-labelledby={slug(tag)}>
              <h2 id={slug(tag)}>{tag}</h2>
              {calls.map(call => (
                <Call document={document} call={call} />
              ))}
            </section>
          ))}
          <TokenCarriers document={document} />
          <Headers document={document} />
          <Schemas document={document} />
        </div>
      </div>
    </>
  )
}

const Navigation = ({ sections }: { sections: Section[] }) => (
  <nav class="calls" aria-label="Calls">
    <search hidden>
      <form>
        <label for="filter">Find a call</label>
        <input
          id="filter"
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder="shareable, 403, polling_id …"
        />
        <p id="found" role="status" />
      </form>
    </search>
    <ul class="tags">
      {sections.map(({ tag, calls }) => (
        <li>
          <a href={`#${slug(tag)}`}>{tag}</a>
          <ul>
            {calls.map(({ method, operation }) => (
              <li>
                <a href={`#${operation.operationId}`}>
                  <MethodBadge method={method} /> {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </nav>
)

const TokenCarriers = ({ document: { components } }: InDocument) => (
  <section aria-labelledby="token">
    <h2 id="token">How to send the token</h2>
    <p>A request can have its token in one of three places.</p>
    <FieldTable
      caption="Carriers of the token"
      fields={Object.entries(components?.securitySchemes ?? {}).map(([name, scheme]) => {
        const carrier = resolve<oas31.SecuritySchemeObject>(scheme)
        return { name, type: `${carrier.in} ${carrier.name}`, description: carrier.description }
      })}
    />
  </section>
)

function Headers({ document: { components } }: InDocument) {
  const fields = Object.entries(components?.headers ?? {}).map(([name, header]) => ({
    name,
    ...resolve<oas31.HeaderObject>(header),
  }))
  if (!fields.length) return null
  return (
    <section aria-labelledby="headers">
      <h2 id="headers">Response headers</h2>
      <FieldTable caption="Headers" fields={fields} />
    </section>
  )
}

const Schemas = ({ document: { components } }: InDocument) => (
  <section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    {Object.entries(components?.schemas ?? {}).map(([name, schema]) => (
      <article class="schema" id={name}>
        <h3>{name}</h3>
        {schema.description && (
          <p>
            <Prose text={schema.description} />
          </p>
        )}
        <FieldTable caption="Fields" fields={fieldsOf(schema)} />
      </article>
    ))}
  </section>
)

const slug = (tag: string) => tag.toLowerCase().replaceAll(' ', '-')
