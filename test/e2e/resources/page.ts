// A page of the shop for tests of the resources: it has a script tag or runs a module.

import type { Page } from 'playwright-core'
import type { Demo } from '../../../demo/main.js'
import { signJwt } from '../../proof.js'

interface CustomersPage {
  email: string
  /** A module that the page runs. */
  code?: string
  /** A script tag with these attributes. */
  script?: string
}

/** Opens a page of the shop whose backend says who its customer is. */
export async function openCustomersPage(page: Page, { origins }: Demo, { email, code, script }: CustomersPage) {
  const proof = await signJwt({ email, scope: 'VERIFIED_CONSUMER' })
  const tag = script === undefined ? '' : `<script async src="${origins.program}/rewards.js" ${script}></script>`
  const body = `<!doctype html><html lang="en"><title>Own</title><link rel="icon" href="data:,"><body>
    <progress></progress><img alt="">${tag}<script type="module">${code ?? ''}</script>`
  await page.route(`${origins.shop}/jwt`, route => route.fulfill({ contentType: 'text/plain', body: proof }))
  await page.route(`${origins.shop}/own-page`, route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${origins.shop}/own-page`)
}
