import type { Copy } from '../copy/index.js'

/** One state of one widget. */
export interface Story {
  /** `share/qr`: the group it stands in, and its own name. */
  name: string
  /** What its zone holds, in a language: an object as JSON, a text as HTML. Absent: nothing stands behind the zone. */
  content?(copy: Copy, around: Around): object | string
  /** What goes to the zone's targeting. */
  data?: Record<string, unknown>
  /** Who must be looking. Default: anybody. */
  consumer?: Consumer
  /** What is done to get there, one after the other, each as soon as it can be. */
  steps?: Step[]
  /** What is there in the end, by a selector. Default: what the zone has loaded. */
  shows?: string
  /** A button of the page's own: in the element, or around it. */
  button?: 'inside' | 'around'
  /** It covers the page, never ends, or changes who is looking: it has a page to itself. */
  alone?: boolean
  /** The device has a share sheet, which shares at once. */
  sheet?: boolean
  /** What the page's `Permissions-Policy` takes away. */
  denied?: string
  /** The program's answer to this zone fails, or never comes. */
  program?: 'fails' | 'hangs'
}

export type Consumer = 'anonymous' | 'identified' | 'verified'

/** Where the gallery's own files are, for a zone's addresses, which are absolute. */
export interface Around {
  gallery: string
}

/** Presses what a selector finds, or writes into it. */
export type Step = string | [field: string, text: string]
