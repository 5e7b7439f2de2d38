import { safeDocument } from '../src/safe-document.js'
/** What the page says it is about, by Open Graph, in the names of a shareable's content. */
export function openGraph(): Record<string, string> {
  const content: Record<string, string> = {}
  for (const [name, properties] of Object.entries(PROPERTIES)) {
    const found = properties.map(tag).find(Boolean)
    if (found) content[name] = found
  }
  return content
}

/** The first that the page has. Some sites say `name` where `property` is meant: crawlers read both, and so do we. */
const PROPERTIES = {
  title: ['og:title'],
  description: ['og:description'],
  image_url: ['og:image:secure_url', 'og:image'],
  url: ['og:url'],
  partner_content_id: ['product:retailer_item_id', 'product:item_id', 'og:product:id'],
}

const tag = (property: string) =>
  safeDocument()
    .querySelector<HTMLMetaElement>(`meta[property="${property}"], meta[name="${property}"]`)
    ?.content.trim()
