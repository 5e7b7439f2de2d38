import { expect, test } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { callsIn, responsesIn } from '../../../../demo/platform/openapi/read-document.js'
import { program, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()

test.each([
  program,
  server,
])('%s/docs describes every call of the document, with its fields and errors', async origin => {
  const document: oas31.OpenAPIObject = await (await visit.send(`${origin}/openapi.json`)).json()
  const page = (await (await visit.send(`${origin}/docs`)).text()).replaceAll('<wbr/>', '')
  const calls = page.split('<details class="call"').slice(1)
  expect(calls.length).toBe(Object.values(document.paths!).flatMap(item => Object.keys(item)).length)
  for (const { method, operation } of callsIn(document)) {
    const { operationId, summary, parameters = [] } = operation
    const call = calls.find(each => each.startsWith(` id="${operationId}"`))!
    expect(call).toContain(`>${method.toUpperCase()}</span>`)
    expect(call).toContain(summary!.replaceAll('&', '&amp;'))
    for (const parameter of parameters)
      if ('name' in parameter) expect(call).toContain(`<code>${parameter.name}</code>`)
    for (const [, { content = {} }] of responsesIn(operation))
      for (const code of Object.keys(content['application/json']?.examples ?? {}))
        expect(call).toContain(`<code>${code}</code>`)
  }
})

test('the errors of a web-friendly call are listed as errors in a header', async () => {
  const page = (await (await visit.send('/docs')).text()).replaceAll('<wbr/>', '')
  const call = page.split('id="post-zones"')[1]!.split('</details>')[0]
  expect(call).toMatch(/>200<\/span> <code>unsupported_media_type<\/code>/)
})

test('an error is described with its solution', async () => {
  const page = await (await visit.send('/docs')).text()
  expect(page.replaceAll('<wbr/>', '')).toContain('Try again after <code>Retry-After</code> seconds.')
})

test('a list is described with the fields of its items', async () => {
  const page = (await (await visit.send('/docs')).text()).replaceAll('<wbr/>', '')
  const call = page.split('id="get-api-v4-me-audience-memberships"')[1]!.split('</details>')[0]!
  expect(call).toMatch(/list of object.*<code>audience_id<\/code>.*date-time/s)
})

test('the page loads only files of the platform', async () => {
  const response = await visit.send('/docs')
  expect(response.headers.get('Content-Security-Policy')).toBe(
    `default-src 'none'; base-uri 'none'; style-src 'self'; form-action 'self' ; frame-ancestors 'none'; script-src 'self'; require-trusted-types-for 'script'`,
  )
  const page = await response.text()
  expect([...page.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, url]) => url)).toEqual([
    '/pages/pages.css',
    '/pages/docs.css',
    '/pages/docs-call.css',
    '/pages/docs.js',
  ])
  for (const file of ['docs.css', 'docs-call.css', 'docs.js'])
    expect((await visit.send(`/pages/${file}`)).status).toBe(200)
})
