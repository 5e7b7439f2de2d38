// A page with the script tag and nothing but what a test needs. host-page.ts has a page with the npm package.

import type { Page } from 'playwright-core'
import type { Demo } from '../../demo/main.js'

interface BarePage {
  /** Markup ahead of the script tag. */
  ahead?: string
  body?: string
  /** Runs before the script tag. */
  before?: string
  /** Attributes of the script tag beside `src`. */
  attributes?: string
  /** The file of the script tag: `rewards.js`, also in the folder of a release. */
  script?: string
  scripts?: number
  origin?: string
  /** The origin of videos. By default, none may be played. */
  media?: string
}

/** The strictest Content Security Policy under which the SDK runs. docs/security.md shows it. */
export const strictPolicy = (program: string, nonce: string) =>
  [
    "default-src 'none'; base-uri 'none'; object-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'none'`,
    `connect-src ${program}; img-src ${program}; frame-src ${program}`,
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ')

/** Opens a page of the shop's origin that holds nothing but what a test needs, under the strict policy. */
export async function openBarePage(page: Page, demo: Demo, options: BarePage = {}) {
  const { ahead = '', body = '', before = '', attributes = '', scripts = 1, origin = demo.origins.shop } = options
  const { script = 'rewards.js', media = "'none'" } = options
  const { program, shop } = demo.origins
  // The zones show pictures of the shop.
  const policy = `${strictPolicy(program, 'bare').replace('img-src', `img-src ${shop}`)}; media-src ${media}`
  const tag = `<script async nonce="bare" src="${program}/${script}" ${attributes}></script>`
  const url = `${origin}/bare`
  await page.route(url, route =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><html lang="en"><title>Bare</title><body>
        <script nonce="bare">window.heard = []; ${before}</script>${ahead}${tag.repeat(scripts)}${body}`,
    }),
  )
  await page.goto(url)
}

/** Queued before the script: collects the codes of the runtime's `error` events in `window.heard`. */
export const LISTEN = `window.rewards?.push || (window.rewards = []);
  rewards.push(r => r.addEventListener('error', event => heard.push(event.detail.code)));`

export const heard = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'heard') as string[])
