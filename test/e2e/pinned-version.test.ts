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
  ['rewards.js', []],
  ['rewards.js and rewards-widgets.js', ['rewards-widgets.js']],
])('%s of a release run with their hashes, and use only that release', async (_, named) => {
  const { page, complaints } = await visit.newVisitor()
  const { program } = visit.demo.origins
  const integrityOf = (name: string) => `integrity="${files[`${folder}/${name}`]}" crossorigin="anonymous"`
  visit.demo.requests.length = 0
  await openBarePage(page, visit.demo, {
    script: `${folder}/rewards.js`,
    attributes: integrityOf('rewards.js'),
    ahead: named
      .map(
        name =>
          `<script type="module" async nonce="bare" src="${program}/${folder}/${name}" ${integrityOf(name)}></script>`,
      )
      .join(''),
    body: '<rewards-zone name="share_experience"></rewards-zone><rewards-zone name="global_header"></rewards-zone>',
  })
  await page.getByRole('textbox', { name: 'Your link' }).waitFor()
  await page.locator('rewards-zone[name=global_header] button').first().waitFor()
  const scripts = visit.demo.requests.filter(({ url }) => url.endsWith('.js')).map(({ url }) => url)
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter(url => !url.startsWith(`${program}/${folder}/`))).toEqual([])
  expect(scripts.filter(url => /widgets\.js$/.test(url))).toEqual([
    named.length ? `${program}/${folder}/rewards-widgets.js` : expect.stringMatching(/\/[\da-f]{8}\/widgets\.js$/),
  ])
  expect(await page.evaluate(() => (window.rewards as ScriptRewards).domain)).toBe(program)
  expect(complaints).toEqual([])
})
