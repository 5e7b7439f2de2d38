import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, fixtures, type TestPlatform } from '../../testing/index.js'
import { requireBuild } from '../require-build.js'
import { DOMAIN } from './app-page.js'
import { buildApp, type FrameworkApp } from './framework-app.js'
import { useContexts } from './use-contexts.js'

const newContext = useContexts()

beforeAll(requireBuild)

/** What the platform was asked for each time the zone with the invitation was loaded. */
const invitations = ({ requests }: TestPlatform) =>
  requests.map(({ body }) => Object(body)).filter(body => body.event_name === 'share_experience')

const HEADLINE = 'Welcome to the club'

const createPlatform = () =>
  createTestPlatform({
    domain: DOMAIN,
    zones: { share_experience: fixtures.offer, welcome_offer: { headline: HEADLINE } },
    consumer: { first_name: 'Ada' },
  })

const signIn = async (page: Page) => {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('You are identified.').waitFor()
}

const copyButton = (page: Page) => page.getByRole('button', { name: 'Take the link' })

const INVITATION = { event_name: 'share_experience', data: { labels: 'refer', locale: 'en' } }

describe.each(['vue', 'svelte'])('the example app for %s', name => {
  let app: FrameworkApp

  beforeAll(async () => {
    app = await buildApp(name)
  })

  test('shows a zone with its data, theme and texts, and hears of actions', async () => {
    const platform = createPlatform()
    const context = await newContext({ permissions: ['clipboard-write'] })
    const { page, complaints } = await app.open(context, { platform })
    await copyButton(page).click()
    await page.getByText('Done: copy').waitFor()
    expect(invitations(platform)).toEqual([INVITATION])
    const accent = () =>
      page.locator('rewards-zone').evaluate(zone => getComputedStyle(zone).getPropertyValue('--rewards-accent'))
    await expect.poll(accent).toBe('#0b6b3a')
    expect(complaints).toEqual([])
  })

  test('follows the consumer when they sign in and out', async () => {
    const { page, complaints } = await app.open(await newContext(), { platform: createPlatform(), path: '/club' })
    await page.getByText(HEADLINE).waitFor()
    await signIn(page)
    await page.getByText('Hello, Ada.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Email').waitFor()
    await page.getByText(HEADLINE).waitFor()
    expect(complaints).toEqual([])
  })

  test('loads each zone again after a change of the page and the back button', async () => {
    const platform = createPlatform()
    const { page, complaints } = await app.open(await newContext(), { platform })
    await copyButton(page).waitFor()
    await page.getByRole('link', { name: 'Club' }).click()
    await page.getByText(HEADLINE).waitFor()
    expect(await page.locator('rewards-zone').count()).toBe(0)
    await page.goBack()
    await copyButton(page).waitFor()
    await page.goForward()
    await page.getByText(HEADLINE).waitFor()
    expect(invitations(platform)).toEqual([INVITATION, INVITATION])
    expect(complaints).toEqual([])
  })

  test('shows why a zone could not be loaded, and loads it again', async () => {
    const platform = createPlatform()
    const { page } = await app.open(await newContext(), { platform })
    await copyButton(page).waitFor()
    const restore = platform.fail('/zones', { status: 403, code: 'access_denied', message: 'Blocked' })
    await page.getByRole('link', { name: 'Club' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    restore()
    await again.click()
    await page.getByText(HEADLINE).waitFor()
  })

  test('renders on a server without a request, and keeps data, theme and texts when it is hydrated', async () => {
    const html = await app.render('/')
    expect(html).toContain('{&quot;labels&quot;:&quot;refer&quot;}')
    expect(html).toContain('Sign in')
    expect(html).not.toContain('[object Object]')
    const platform = createPlatform()
    const { page, complaints } = await app.open(await newContext(), { platform, html })
    await copyButton(page).waitFor()
    expect(invitations(platform)).toEqual([INVITATION])
    expect(await page.locator('rewards-zone').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('hydrates the page of a consumer whom the server does not know', async () => {
    const html = await app.render('/club')
    expect(html).toContain('Loading')
    const context = await newContext()
    const platform = createPlatform()
    const { page: before } = await app.open(context, { platform })
    await signIn(before)
    const { page, complaints } = await app.open(context, { platform, html, path: '/club' })
    await page.getByText('You are identified.').waitFor()
    await page.getByText(HEADLINE).waitFor()
    expect(await page.getByLabel('Email').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
