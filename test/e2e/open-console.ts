import type { Page } from 'playwright-core'
import type { Demo } from '../../demo/main.js'
import { demo } from '../../demo/platform/index.js'

/** Opens a page of the console as the demo user, who signs in by keyboard. */
export async function openConsole(page: Page, { origins }: Demo, path: string): Promise<void> {
  await page.goto(origins.server + path)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(demo.user.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demo.user.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(origins.server + path)
}
