import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe has against a page, light and dark: each rule, and the first element that breaks it. */
export async function axeFindings(page: Page): Promise<[scheme: string, rule: string, html: string][]> {
  await page.evaluate(axe.source)
  const found: [string, string, string][] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate(() => (Reflect.get(globalThis, 'axe') as typeof axe).run())
    for (const { id, nodes } of violations) found.push([colorScheme, id, nodes[0]!.html])
  }
  return found
}
