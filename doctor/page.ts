import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** A tag of the page with its attributes. */
export interface Tag {
  name: string
  attributes: Record<string, string>
  /** Whether it is written like `<rewards-zone />`, which HTML reads as a start tag. */
  isSelfClosing: boolean
  /** Whether it has no content. */
  isEmpty: boolean
}

/** A script tag with an address. */
export interface ScriptTag extends Tag {
  src: URL
}

/** What the doctor reads of a page. */
export interface Page {
  url: URL
  /** The tags of `rewards.js`. */
  scripts: ScriptTag[]
  /** The tags of `rewards-widgets.js`. */
  widgets: ScriptTag[]
  zones: Tag[]
  /** Elements whose names are close to `rewards-zone`. */
  misspelt: Tag[]
  /** The Content Security Policies of the markup. */
  policies: string[]
  lang: string | undefined
}

const SCRIPT = /\/rewards\.js$/
const WIDGETS = /\/rewards-widgets\.js$/
const MISSPELT = /^(reward-zones?|rewards-zones|rewardzone|rewardszone)$/

/** Reads a page from its HTML. What a script of the page adds later is not there. */
export function readPage(html: string, url: URL): Page {
  const tags = [...tagsOf(parse(html, { sourceCodeLocationInfo: true }), html)]
  const named = (name: string) => tags.filter(tag => tag.name === name)
  const base = baseOf(named('base')[0], url)
  const scripts = named('script').flatMap(tag => {
    const src = tag.attributes.src && parseUrl(tag.attributes.src, base)
    return src ? [{ ...tag, src }] : []
  })
  return {
    url,
    scripts: scripts.filter(({ src }) => SCRIPT.test(src.pathname)),
    widgets: scripts.filter(({ src }) => WIDGETS.test(src.pathname)),
    zones: named('rewards-zone'),
    misspelt: tags.filter(({ name }) => MISSPELT.test(name)),
    policies: named('meta')
      .filter(({ attributes }) => attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
      .map(({ attributes }) => attributes.content ?? ''),
    lang: named('html')[0]?.attributes.lang || undefined,
  }
}

export const parseUrl = (text: string, base?: URL): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined

const baseOf = (tag: Tag | undefined, url: URL) => parseUrl(tag?.attributes.href ?? '', url) ?? url

/** All elements in the order of the page. Not recursive: the markup of a page may be nested deeper than the stack. */
function* tagsOf(document: DefaultTreeAdapterTypes.Node, html: string): Generator<Tag> {
  const rest = [document]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if ('tagName' in node) yield tagOf(node, html)
    if ('childNodes' in node) rest.push(...node.childNodes.toReversed())
  }
}

function tagOf({ tagName, attrs, childNodes, sourceCodeLocation }: DefaultTreeAdapterTypes.Element, html: string): Tag {
  const { startTag } = sourceCodeLocation ?? {}
  return {
    name: tagName,
    attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    isSelfClosing: Boolean(startTag && html.slice(startTag.startOffset, startTag.endOffset).endsWith('/>')),
    isEmpty: childNodes.every(node => 'value' in node && !node.value.trim()),
  }
}

/** A tag as a page writes it. A nonce is another one in each answer. */
export function writeTag({ name, attributes }: Pick<Tag, 'name' | 'attributes'>): string {
  const written = Object.entries(attributes).map(([attribute, value]) => {
    if (attribute === 'nonce') return 'nonce="…"'
    return value ? `${attribute}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"` : attribute
  })
  return `<${[name, ...written].join(' ')}></${name}>`
}
