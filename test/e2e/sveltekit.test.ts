import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import { requireBuild } from '../require-build.js'
import { DOMAIN, openAppPage } from './app-page.js'
import { useContexts } from './use-contexts.js'

const newContext = useContexts()

const HEADLINE = 'Welcome to the club'
const options = { cwd: resolve('demo/sveltekit'), env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' } }

let server: ChildProcess
let origin: string

beforeAll(async () => {
  requireBuild()
  // Not by npx, which goes to the folder of the workspace.
  const vite = resolve('node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], options)
  server = spawn(process.execPath, [vite, 'preview', '--port', '0'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(server.stdout!)) {
    origin = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? ''
    if (origin) break
  }
})

afterAll(async () => {
  server.kill()
  await once(server, 'exit')
})

const createPlatform = () =>
  createTestPlatform({
    domain: DOMAIN,
    zones: { share_experience: fixtures.offer, welcome_offer: { headline: HEADLINE } },
    consumer: { first_name: 'Ada' },
  })

test('a SvelteKit server renders each page for a visitor whom nobody knows', async () => {
  const read = async (path: string) => (await fetch(origin + path)).text()
  const invite = await read('/')
  expect(invite).toContain('<rewards-zone name="share_experience"')
  expect(invite).toContain('Sign in')
  expect(await read('/club')).toContain('Loading …')
  expect(await read('/')).toBe(invite)
})

test('a SvelteKit app keeps its zones and its consumer through navigation, sign-in and sign-out', async () => {
  const platform = createPlatform()
  const context = await newContext({ permissions: ['clipboard-write'] })
  const { page, complaints } = await openAppPage(context, { platform, origin })
  await page.getByRole('button', { name: 'Take the link' }).click()
  await page.getByText('Done: copy').waitFor()

  await page.getByRole('link', { name: 'Club' }).click()
  await page.getByText(HEADLINE).waitFor()
  expect(await page.locator('rewards-zone').count()).toBe(0)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('You are identified.').waitFor()
  await page.getByText('Hello, Ada.').waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Take the link' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
  expect(platform.requests.filter(({ body }) => Object(body).event_name === 'share_experience').length).toBeGreaterThan(
    1,
  )
  expect(complaints).toEqual([])
})

test('a page of a SvelteKit app that is opened directly loads its zone after hydration', async () => {
  const { page, complaints } = await openAppPage(await newContext(), {
    platform: createPlatform(),
    origin,
    path: '/club',
  })
  await page.getByText(HEADLINE).waitFor()
  expect(complaints).toEqual([])
})
