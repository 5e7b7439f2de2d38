import { expect, test } from 'vitest'
import { program, server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const referenceIn = (page: string) => page.slice(page.indexOf('<p class="facts">'), page.indexOf('</main>')).trim()

test.each([
  ['/console/docs', server, 'Server API'],
  ['/console/docs?api=consumer', program, 'Consumer API'],
])('%s shows the reference that everybody can read at %s/docs', async (path, origin, name) => {
  const open = await visit.send(`${origin}/docs`)
  expect(open.status).toBe(200)
  const page = await user.read(path)
  expect(referenceIn(page)).toBe(referenceIn(await open.text()))
  expect(page).toContain(`aria-current="page">${name}<`)
  expect(page).toContain(`href="${origin}/openapi.json"`)
})

test('the page loads only scripts of the platform', async () => {
  const response = await user.open('/console/docs')
  expect(response.headers.get('Content-Security-Policy')).toContain(
    `script-src 'self'; require-trusted-types-for 'script'`,
  )
  expect((await response.text()).match(/<script[^>]*>/g)).toEqual(['<script src="/pages/docs.js" defer="">'])
})
