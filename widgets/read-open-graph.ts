import { safeDocument } from '../src/base/safe-document.js'

/** The Open Graph properties for each key of a shareable's content. The first one that the page has is used. */
const PROPERTIES = {
  title: ['og:title'],
  description: ['og:description'],
  image_url: ['og:image:secure_url', 'og:image'],
  url: ['og:url'],
  partner_content_id: ['product:retailer_item_id', 'product:item_id', 'og:product:id'],
}

/** Reads what the page is about from its Open Graph tags. The result has the keys of a shareable's content. */
export function readOpenGraph(): Record<string, string> {
  const content: Record<string, string> = {}
  for (const [key, properties] of Object.entries(PROPERTIES)) {
    const value = properties.map(readTag).find(Boolean)
    if (value) content[key] = value
  }
  return content
}

/** The standard says `property`, but many sites write `name`. Crawlers read both. */
const readTag = (property: string) =>
  safeDocument()
    .querySelector<HTMLMetaElement>(`meta[property="${property}"], meta[name="${property}"]`)
    ?.content.trim()
