// A page with an app of a customer, beside a Rewards Platform in this process.

import type { BrowserContext, Page, Route } from 'playwright-core'
import type { TestPlatform } from '../../testing/index.js'

/** The origin of the page, if no server has another one. */
export const ORIGIN = 'http://localhost:5173'
/** The program domain of the example apps. */
export const DOMAIN = 'http://share.brand.localhost:4400'

export interface AppPage {
  page: Page
  /** What the console complained about, and errors that nobody caught. Warnings of the framework count. */
  complaints: string[]
}

interface AppPageOptions {
  platform: TestPlatform
  origin?: string
  path?: string
  /** Answers the requests for the origin of the page. Without it, a server does. */
  serve?(route: Route, pathname: string): Promise<void>
}

export async function openAppPage(context: BrowserContext, options: AppPageOptions): Promise<AppPage> {
  const { platform, origin = ORIGIN, path = '/', serve } = options
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
  })
  if (serve) await page.route(`${origin}/**`, route => serve(route, new URL(route.request().url()).pathname))
  await page.route(`${platform.domain}/**`, route => answer(platform, route))
  await page.goto(`${origin}${path}`)
  return { page, complaints }
}

/** Serves the script of an app, and its page for every other address. */
export const serveScript =
  (script: string, markup = '') =>
  (route: Route, pathname: string): Promise<void> =>
    route.fulfill(
      pathname === '/app.js'
        ? { contentType: 'text/javascript', body: script }
        : { contentType: 'text/html', body: pageOf(markup) },
    )

const pageOf = (markup: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
  <div id="app">${markup}</div><script type="module" src="/app.js"></script>`

async function answer(platform: TestPlatform, route: Route) {
  const request = route.request()
  const init = { method: request.method(), headers: request.headers(), body: request.postData() }
  const response = await platform.answer(new Request(request.url(), init))
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  })
}
