import { readDocumentCookie } from '../src/token/document-cookie.js'

const COOKIE = /(?:^|; )(?:__Host-)?\w+_page_token\.[^=;]+=([^;]*)/

/**
 * The random id of the person whose token the page keeps in its cookie, never the token. undefined says that nothing may be kept on the
 * device, or that nobody is known.
 */
export function keptOwner(cookies = readDocumentCookie()): string | undefined {
  const [, value = ''] = COOKIE.exec(cookies) ?? []
  const [token, owner = ''] = decode(value).split('|')
  // An exclamation mark before it remembers a logout.
  return token ? owner.replace(/^!/, '') || undefined : undefined
}

/** Empty where another host of the site has written what cannot be decoded. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
