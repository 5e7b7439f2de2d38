import type { BrowserContext } from 'playwright-core'

/** The cookies of a browser, without their values. */
export const cookiesOf = async (context: BrowserContext): Promise<string[]> =>
  (await context.cookies()).map(({ name, domain }) => `${name} @ ${domain}`).sort()
