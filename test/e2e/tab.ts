/** A cookie as a browser's automation tells of it. */
export interface SeenCookie {
  name: string
  domain: string
  secure: boolean
  httpOnly: boolean
  sameSite: string
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
