import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { sameSite } from '../http/same-site.js'
import { isWebUrl } from '../http/web-url.js'

const MAX_URL = 2000

/**
 * Checks the URL of a consumer's content. Throws `content_url_length_out_of_range`, `invalid_content_url`, and `blocked_content_url`
 * for a site that is not the program's.
 */
export function checkContentUrl(domain: Domain, url: string): void {
  if (url.length < 1 || url.length > MAX_URL)
    throw new RestError('content_url_length_out_of_range', `A URL must have 1 to ${MAX_URL} characters`)
  if (!isWebUrl(url) || hasUserInfo(new URL(url)))
    throw new RestError('invalid_content_url', 'The content must have an http(s) URL without a user name')
  if (!isSiteOfProgram(domain, url))
    throw new RestError('blocked_content_url', 'The content of this program cannot be on this site')
}

/**
 * Whether the program allows pages at a URL: on a site of the program, and at a port that the program uses there. Another port can be a server of
 * somebody else.
 */
export const isSiteOfProgram = (domain: Domain, url: string): boolean =>
  sitesOf(domain).some(site => sameSite(site, url) && new URL(site).port === new URL(url).port)

/** A user name can look like another host, and the browser would send it to the shop. */
const hasUserInfo = ({ username, password }: URL) => username !== '' || password !== ''

const sitesOf = ({ settings }: Domain) => [settings.landingUrl, settings.programOrigin, ...settings.allowedOrigins]
