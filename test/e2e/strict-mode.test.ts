import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from '../bundle.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** The demo's app as a developer runs it: only that build of React renders twice, and warns about misuse. */
async function developmentBuild(): Promise<string> {
  const [chunk] = await bundle({
    root: join(import.meta.dirname, '../../demo/spa'),
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { minify: false, rolldownOptions: { output: { codeSplitting: false } } },
  })
  return chunk!.code
}

test('in React’s StrictMode a zone is requested once, shown once, and shown again on the way back, without an error', async () => {
  const code = await developmentBuild()
  expect(/doubleInvokeEffects/.test(code), 'it is the build that renders twice').toBe(true)
  const { page, complaints } = await visit.newVisitor()
  page.on('console', message => {
    if (message.type() === 'warning') complaints.push(message.text())
  })
  const { shop } = visit.demo.origins
  await page.route(`${shop}/app/assets/*.js`, route => route.fulfill({ contentType: 'text/javascript', body: code }))
  const asked = () =>
    visit.demo.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/zones')).length
  await page.goto(`${shop}/app/`)
  const field = page.getByRole('textbox', { name: 'Your link' })
  await field.waitFor()
  expect([await page.locator('rewards-zone').count(), await field.count(), asked()]).toEqual([1, 1, 1])
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByText('anonymous').waitFor()
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await field.waitFor()
  expect([await page.locator('rewards-zone').count(), await field.count(), asked()]).toEqual([1, 1, 2])
  expect(complaints).toEqual([])
})
