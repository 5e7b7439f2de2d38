import { scriptFolder } from '../src/settings/script-folder.js'
import { type Page, parseUrl, readPage, type ScriptTag } from './page.js'
import { type Policy, parsePolicies } from './policy.js'
import { type Answer, fetchPage, isRedirect, request } from './request.js'
import { type NameServer, nameServer } from './site.js'

/** What the doctor is asked to examine. */
export interface Question {
  page: URL
  /** The program domain, without a trailing slash. Default: that of the page's script tag. */
  domain?: string | undefined
  /** The vendor's word in the names of headers and cookies. */
  vendor?: string | undefined
  nameServer?: NameServer
  /** Called before each step with what it does. */
  onProgress?(step: string): void
}

/** A page and its program domain, as a new visitor finds them. All checks look at this. */
export interface Visit {
  page: Page
  redirects: URL[]
  /** The policies that the browser enforces. Those that it only reports are left out. */
  policies: Policy[]
  /** The tag whose runtime the page has. Undefined if the HTML contains none. */
  tag: ScriptTag | undefined
  /** The file of the tag. Undefined if there is no tag, or if the file cannot be fetched. */
  script: Answer | undefined
  /** The program domain, without a trailing slash. */
  domain: string
  /** The vendor's word in the name of the cookie. */
  vendor: string
  /** The name of one of the platform's own headers, `X-<Vendor>-<name>`. */
  headerName(name: string): string
  nameServer: NameServer
  /** The folder with the files of the SDK. Undefined without a script tag. */
  folder: string | undefined
  /** Sends a request to the program domain as the page does. */
  call(path: string, options: { method?: string; headers?: Record<string, string>; body?: object }): Promise<Answer>
}

/** Fetches the page and its script. Throws an error whose message says why that is impossible. */
export async function visit(question: Question): Promise<Visit> {
  question.onProgress?.(`Fetching ${question.page.href}`)
  const { answer, redirects } = await fetchPage(question.page)
  if (isRedirect(answer)) throw new Error(`${question.page.href} redirects without end`)
  if (answer.status >= 400) throw new Error(`${answer.url.href} answers with the status ${answer.status}`)
  const page = readPage(answer.text, answer.url)
  const [tag] = page.scripts
  if (tag) question.onProgress?.(`Fetching ${tag.src.href}`)
  const script = tag && (await request(tag.src, { headers: { origin: page.url.origin } }).catch(() => undefined))
  const folder = tag && scriptFolder(tag.src.href)
  const given = question.domain ?? tag?.attributes['data-domain'] ?? folder
  const domain = given === undefined ? undefined : parseUrl(given, page.url)?.href.replace(/\/+$/, '')
  if (!domain)
    throw new Error(
      'The HTML of the page has no tag of rewards.js. If the page uses npm or a tag manager, name the program domain: --domain https://share.brand.com',
    )
  const headers = page.policies.concat(answer.headers.get('content-security-policy') ?? [])
  const vendor = question.vendor || tag?.attributes['data-vendor'] || 'svc'
  return {
    page,
    redirects,
    policies: headers.flatMap(parsePolicies),
    tag,
    script,
    domain,
    vendor,
    headerName: name => `X-${vendor[0]!.toUpperCase()}${vendor.slice(1)}-${name}`,
    nameServer: question.nameServer ?? nameServer,
    folder,
    call: (path, { method = 'POST', headers: own = {}, body }) =>
      request(new URL(domain + path), {
        method,
        headers: { origin: page.url.origin, ...(body && { 'content-type': 'text/plain;charset=UTF-8' }), ...own },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}
