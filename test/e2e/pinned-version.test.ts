import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptRewards } from '../../src/api.js'
import { DIST } from '../require-build.js'
import { openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()
const { files } = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8')) as { files: Record<string, string> }
const [folder] = Object.keys(files)[0]!.split('/')

test.each([
  'rewards.js',
  'rewards-zones.js',
])('%s of a release runs with its hash, and uses only that release', async name => {
  const script = `${folder}/${name}`
  const { page, complaints } = await visit.newVisitor()
  visit.demo.requests.length = 0
  await openBarePage(page, visit.demo, {
    script,
    attributes: `integrity="${files[script]}" crossorigin="anonymous"`,
    body: '<rewards-zone name="share_experience"></rewards-zone><rewards-zone name="global_header"></rewards-zone>',
  })
  await page.getByRole('textbox', { name: 'Your link' }).waitFor()
  await page.locator('rewards-zone[name=global_header] button').first().waitFor()
  const { program } = visit.demo.origins
  const scripts = visit.demo.requests.filter(({ url }) => url.endsWith('.js')).map(({ url }) => url)
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter(url => !url.startsWith(`${program}/${folder}/`))).toEqual([])
  expect(await page.evaluate(() => (window.rewards as ScriptRewards).domain)).toBe(program)
  expect(complaints).toEqual([])
})
