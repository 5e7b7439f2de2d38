import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import type { Page } from 'playwright-core'
import type { PluginOption } from 'vite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestPlatform, fixtures, type TestPlatform } from '../../testing/index.js'
import { DOMAIN, openAppPage } from './app-page.js'
import { type DevServer, startDevServer } from './dev-server.js'
import { useContexts } from './use-contexts.js'

const newContext = useContexts()

const HEADLINE = 'Welcome to the club'

interface Framework {
  plugin: PluginOption
  /** Whether a change of a component's markup keeps its elements. Svelte creates the component again. */
  keepsElements: boolean
  /** Where the script of a component begins. */
  script: string
}

const FRAMEWORKS: Record<string, Framework> = {
  vue: { plugin: vue(), keepsElements: true, script: '<script setup lang="ts">' },
  svelte: { plugin: svelte({ configFile: false }), keepsElements: false, script: '<script lang="ts">' },
}

/** How often a zone was requested. */
const requestsFor = ({ requests }: TestPlatform, zone: string) =>
  requests.filter(({ body }) => Object(body).event_name === zone).length

/** How often the page of the club has requested its zone and the profile. */
const clubRequests = (platform: TestPlatform) => [
  requestsFor(platform, 'welcome_offer'),
  platform.requests.filter(({ path }) => path === '/api/v4/me').length,
]

const copyButton = (page: Page) => page.getByRole('button', { name: 'Take the link' })

/** Remembers the runtime and the zone of the page. */
const mark = (page: Page) =>
  page.evaluate(() => {
    const runtime = Reflect.get(globalThis, Symbol.for('rewards'))
    Object.assign(globalThis, { marked: { runtime, zone: document.querySelector('rewards-zone') } })
  })

/** What has become of them. */
const sinceThen = (page: Page) =>
  page.evaluate(() => {
    const marked = Reflect.get(globalThis, 'marked')
    return {
      isSameRuntime: marked?.runtime === Reflect.get(globalThis, Symbol.for('rewards')),
      isSameZone: marked?.zone === document.querySelector('rewards-zone'),
      zones: document.querySelectorAll('rewards-zone').length,
    }
  })

describe.each(Object.entries(FRAMEWORKS))('the example app for %s in development', (name, framework) => {
  let app: DevServer

  beforeAll(async () => {
    app = await startDevServer(`demo/${name}`, {
      packages: [name],
      config: { plugins: [framework.plugin], ssr: { noExternal: name === 'svelte' ? ['rewards-web-sdk'] : [] } },
    })
  })

  afterAll(() => app?.close())

  /** Opens the app. With `html`, the page comes from a server that has rendered it. */
  async function open(path: string, html?: string) {
    const platform = createTestPlatform({
      domain: DOMAIN,
      zones: { share_experience: fixtures.share, welcome_offer: { headline: HEADLINE } },
    })
    const document = readFileSync(`demo/${name}/index.html`, 'utf8').replace('<!--app-->', () => html ?? '')
    const body = html && (await app.server.transformIndexHtml(path, document))
    const context = await newContext({ permissions: ['clipboard-write'] })
    const opened = await openAppPage(context, {
      platform,
      path,
      origin: app.origin,
      ...(body && {
        serve: (route, pathname) =>
          pathname === path ? route.fulfill({ contentType: 'text/html', body }) : route.continue(),
      }),
    })
    return { platform, ...opened }
  }

  const read = (path: string) => readFileSync(`demo/${name}/src/${path}`, 'utf8')

  /** Changes the code of a component. */
  function edit(component: string, changes: Record<string, string>) {
    const path = `${component}.${name}`
    let code = read(path)
    for (const [from, to] of Object.entries(changes)) {
      expect(code).toContain(from)
      code = code.replace(from, to)
    }
    app.edit(`src/${path}`, code)
  }

  test('shows one zone, with one listener, after changes of the component that contains it', async () => {
    const { page, platform, complaints } = await open('/')
    await copyButton(page).waitFor()
    await mark(page)
    const heading = { 'Good things, shared': 'Good things, changed' }
    edit('InvitePage', heading)
    await page.getByRole('heading', { name: 'Good things, changed' }).waitFor()
    await copyButton(page).waitFor()
    expect(await sinceThen(page)).toEqual({ isSameRuntime: true, isSameZone: framework.keepsElements, zones: 1 })
    const loaded = requestsFor(platform, 'share_experience')
    expect(loaded).toBe(framework.keepsElements ? 1 : 2)

    edit('InvitePage', {
      ...heading,
      [framework.script]: `${framework.script}\nlet count = 0`,
      '(lastAction = detail.action)': "(lastAction = detail.action + ' ' + ++count)",
      'Done: ': 'Counted: ',
    })
    await expect.poll(() => requestsFor(platform, 'share_experience')).toBe(loaded + 1)
    await copyButton(page).click()
    await page.getByText('Counted: share 1', { exact: true }).waitFor()
    expect(await sinceThen(page)).toEqual({ isSameRuntime: true, isSameZone: false, zones: 1 })
    expect(complaints).toEqual([])
  })

  test('loads what a component uses once for the next consumer, after changes of the component', async () => {
    const { page, platform, complaints } = await open('/club')
    await page.getByText(HEADLINE).waitFor()
    await expect.poll(() => clubRequests(platform)).toEqual([1, 1])
    for (const [round, name] of ['First', 'Second'].entries()) {
      edit('ClubPage', {
        [framework.script]: `${framework.script}\nconst round = ${round}`,
        '<h1>Club': `<h1>${name}`,
      })
      await page.getByRole('heading', { name }).waitFor()
      await expect.poll(() => clubRequests(platform)).toEqual([round + 2, round + 2])
    }
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('You are identified.').waitFor()
    await expect.poll(() => clubRequests(platform)).toEqual([4, 4])
    expect(complaints).toEqual([])
  })

  test('renders on a server without a request, for each visitor the same, and continues that HTML', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => fetch.mockRestore())
    const { render } = await app.server.ssrLoadModule('/src/entry-server.ts')
    const renderBoth = async (): Promise<string[]> => [await render('/'), await render('/club')]
    const [invitation, club] = await renderBoth()
    expect(await renderBoth()).toEqual([invitation, club])
    expect(fetch).not.toHaveBeenCalled()
    expect(invitation).toContain('<rewards-zone')

    const first = await open('/', invitation)
    await copyButton(first.page).waitFor()
    expect([await first.page.locator('rewards-zone').count(), requestsFor(first.platform, 'share_experience')]).toEqual(
      [1, 1],
    )
    const second = await open('/club', club)
    await second.page.getByText(HEADLINE).waitFor()
    await expect.poll(() => clubRequests(second.platform)).toEqual([1, 1])
    expect([...first.complaints, ...second.complaints]).toEqual([])
  })
})
