import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LISTEN, openBarePage } from './bare-page.js'
import { bundled } from './bundled.js'
import { useDemo } from './demo.js'

const visit = useDemo()
const root = join(import.meta.dirname, '../..')

/** The README's code of one language, in the order it stands there, with the demo's program domain in it. */
const blocks = (language: string) =>
  [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code]) => code!.replaceAll('https://share.brand.com', visit.demo.origins.program),
  )

const purchases = async () => {
  const rows = await visit.demo.platform.db.query("select count(*)::int as n from events where event_name = 'purchase'")
  return rows[0]!.n as number
}

describe('what the README tells to write', () => {
  test('works as script tags', async () => {
    const before = await purchases()
    const { page, complaints } = await visit.newVisitor()
    const printed: string[] = []
    page.on('console', message => printed.push(message.text()))
    const html = blocks('html').join('\n').replaceAll('<script', '<script nonce="bare"')
    await openBarePage(page, visit.demo, { before: LISTEN, body: html, scripts: 0 })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await expect.poll(purchases).toBe(before + 1)
    await expect.poll(() => printed).toContainEqual(expect.stringMatching(/^[0-9a-f]{8,}/))
    expect(complaints).toEqual([])
  })

  test('works from npm, bundled by Vite', async () => {
    const before = await purchases()
    const folder = join(root, 'node_modules/.cache/readme')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'main.ts'), `${blocks('ts').join('\n')}\nObject.assign(globalThis, { data, profile })`)
    const code = await bundled(join(folder, 'main.ts'))
    rmSync(folder, { recursive: true })
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, {
      scripts: 0,
      body: `<rewards-zone name="share_experience"></rewards-zone><script type="module" nonce="bare">${code}</script>`,
    })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await expect.poll(purchases).toBe(before + 1)
    await expect
      .poll(() =>
        page.evaluate(() => [Reflect.get(globalThis, 'data')?.widget, Reflect.get(globalThis, 'profile')?.id]),
      )
      .toEqual(['share', expect.any(String)])
    expect(complaints).toEqual([])
  })
})
