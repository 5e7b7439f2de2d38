import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The minified script: the browser reads it anew on each page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with a page as it is now: a line for each element that breaks a rule. */
export async function axeViolations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) await page.evaluate(SOURCE)
  return page.evaluate(async options => {
    const { violations } = await (Reflect.get(globalThis, 'axe') as typeof axe).run(document, {
      // The rest of its report takes as long to write.
      resultTypes: ['violations'],
      ...options,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary}`),
    )
  }, options)
}

/** The rules whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The same for both colour schemes, which `dark:` and `light:` name. In the dark one, only the rules about colours can find something else. */
export async function axeViolationsOfSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeViolations(page, { runOnly: COLOUR_RULES })
  return [...light.map(violation => `light: ${violation}`), ...dark.map(violation => `dark: ${violation}`)]
}
