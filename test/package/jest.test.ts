// Jest runs a test of a host app, with the set-up that docs/testing.md shows.

import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InstalledPackage, installPackage } from './installed-package.js'

const TEST = `const { createRewards } = require('rewards-web-sdk')
const { createTestPlatform, fixtures } = require('rewards-web-sdk/testing')
require('rewards-web-sdk/widgets')

test('a page of a verified consumer', async () => {
  const platform = createTestPlatform({ zones: fixtures, consumer: fixtures.consumer })
  const rewards = createRewards(platform.options)
  const errors = []
  rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  document.body.innerHTML = '<rewards-zone name="share"></rewards-zone><rewards-zone name="stats"></rewards-zone>'
  const zones = [...document.querySelectorAll('rewards-zone')]
  const loaded = zones.map(zone => new Promise(resolve => zone.addEventListener('load', resolve)))
  await rewards.track('purchase', { cart_value: 48 }, { id: 'J-1906' })
  await Promise.all(loaded)
  expect(platform.events).toContainEqual({ name: 'purchase', data: expect.objectContaining({ cart_value: 48 }) })
  expect(await rewards.recognize()).toMatchObject({ level: 'verified' })
  expect(await rewards.rewardStatus.get({ reward_name: 'reward-1' })).toMatchObject({ status: 'SUCCEEDED' })
  expect(zones[0].shadowRoot.textContent).toContain(fixtures.share.headline)
  expect(errors).toEqual([])
  rewards.destroy()
}, 60_000)
`

let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage()
  const environment = 'node_modules/jest-environment-jsdom'
  await symlink(resolve(environment), join(installed.app, environment), 'dir')
}, 120_000)
afterAll(() => installed?.remove())

/** The file of that name on the page about testing. */
const shown = (name: string) => {
  const page = readFileSync('docs/testing.md', 'utf8')
  const [, code] = new RegExp(`\`\`\`js\\n// ${name}\\n(.*?)\`\`\``, 's').exec(page) ?? []
  return code ?? `throw new Error('docs/testing.md has no ${name}')`
}

test('Jest in jsdom runs the SDK, its widgets and the testing kit as the documentation says', async () => {
  await installed.write('package.json', JSON.stringify({ private: true }))
  for (const name of ['jest.config.js', 'jest.setup.js', 'page.test.js']) await installed.write(name, shown(name))
  await installed.write('verified.test.js', TEST)
  const { code, stderr } = await installed.run('jest', '--ci')
  expect(stderr).toContain('Tests:       2 passed')
  expect(code, stderr).toBe(0)
})
