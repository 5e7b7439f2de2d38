import type { Copy } from '../copy/index.js'

/** One state of one widget. */
export interface Story {
  /** The group and the name of the story: `share/qr`. */
  name: string
  /** The content of the zone in one language: an object for JSON, a string for HTML. Default: the zone has no content. */
  content?(copy: Copy, urls: GalleryUrls): object | string
  /** The targeting data of the zone. */
  data?: Record<string, unknown>
  /** The consumer who must view the story. Default: any. */
  consumer?: Consumer
  /** The steps that lead to the state, one after the other. Each waits for its element. */
  steps?: Step[]
  /** The selector of an element that exists in the state. Default: the state is reached when the zone has loaded. */
  readySelector?: string
  /** A button of the page, inside the zone element or around it. */
  button?: 'inside' | 'around'
  /** Whether the story needs its own page, because it covers the page, never finishes loading, or changes the consumer. */
  ownPage?: boolean
  /** Whether the browser has a share sheet. It shares immediately. */
  hasShareSheet?: boolean
  /** The `Permissions-Policy` of the page. */
  permissionsPolicy?: string
  /** How the request of the zone ends: with an error, or never. Default: with the content. */
  response?: 'fails' | 'hangs'
}

export type Consumer = 'anonymous' | 'identified' | 'verified'

/** Origins for the URLs in zones, which must be absolute. */
export interface GalleryUrls {
  /** The origin of the gallery's pictures and fonts. */
  gallery: string
}

/** A selector of an element to click, or of a field and the text to enter. */
export type Step = string | [field: string, text: string]
