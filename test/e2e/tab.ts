/** A cookie as a browser's automation tells of it. */
export interface SeenCookie {
  name: string
  domain: string
  secure: boolean
  httpOnly: boolean
  sameSite: string
}

/** What Playwright and Puppeteer both call a page. */
interface DrivenPage {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  mouse: { click(x: number, y: number): Promise<void> }
}

/** What the tests that all browsers take need of one, whichever drives it. */
export interface Tab {
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs the source of an expression in the page, and answers the value its promise resolves with. */
  evaluate(expression: string): Promise<unknown>
  /** Presses and releases the mouse there, as a person would: in CSS pixels from the corner of the viewport. */
  click(x: number, y: number): Promise<void>
  /** The cookies of the host that the tab is at. */
  cookies(): Promise<SeenCookie[]>
}

/** Of a page that either of the two drives, all but its cookies, which they tell of differently. */
export const tabOf = (page: DrivenPage): Omit<Tab, 'cookies'> => ({
  open: async url => void (await page.goto(url)),
  reload: async () => void (await page.reload()),
  evaluate: expression => page.evaluate(expression),
  click: (x, y) => page.mouse.click(x, y),
})
