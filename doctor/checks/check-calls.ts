import { type Finding, fail, pass, warn } from '../finding.js'
import { type Answer, isRedirect } from '../request.js'
import { isSameSite, reasonForShortCookies } from '../site.js'
import type { Visit } from '../visit.js'

/** An answer to a page is cached for this long at least, or each call costs a second one. */
const PREFLIGHT_SECONDS = 600

/** A call of a new visitor to the program domain. It names no zone, so the platform records nothing but a new anonymous consumer. */
export const firstCall = ({ call, page, domain }: Visit): Promise<Answer> =>
  call('/zones', {
    body: {},
    headers: { 'sec-fetch-site': isSameSite(page.url, new URL(domain)) ? 'same-site' : 'cross-site' },
  })

/** Checks that the program domain answers, and that the browser gives its answers to the page. */
export async function checkCors(visit: Visit, answer: Answer): Promise<Finding[]> {
  const { page, domain, headerName } = visit
  if (isRedirect(answer))
    return [
      fail(
        'cors',
        `${domain}/zones redirects, which browsers do not follow for such calls`,
        `Use the address that it redirects to: --domain ${new URL(answer.headers.get('location')!, answer.url).origin}`,
      ),
    ]
  if (answer.status === 421 || !answer.headers.has(headerName('Token')))
    return [
      fail(
        'cors',
        `${domain} is no program domain: it answers with the status ${answer.status} and without the header ${headerName('Token')}`,
        `Check --domain, and that no proxy removes the header. If the headers of your platform have another name, add --vendor`,
      ),
    ]
  const { origin } = page.url
  if (new URL(domain).origin === origin) return [pass('cors', 'The calls go to the page’s own origin')]
  const allowed = answer.headers.get('access-control-allow-origin')
  const isAllowed = allowed === origin && answer.headers.get('access-control-allow-credentials') === 'true'
  // A page of another site sends its token in a header, for which the platform may answer every origin.
  if (!isAllowed && (allowed !== '*' || isSameSite(page.url, new URL(domain))))
    return [
      fail(
        'cors',
        `The program does not allow the origin ${origin}`,
        `Add ${origin} to the allowed origins of the program. If it is there, let no proxy change Access-Control-Allow-Origin and Access-Control-Allow-Credentials`,
      ),
    ]
  const exposed = names(answer.headers.get('access-control-expose-headers'))
  const needed = ['Token', 'Cookie-Consent', 'Error-Message'].map(headerName)
  const hidden = needed.filter(name => !exposed.includes(name.toLowerCase()) && !exposed.includes('*'))
  if (hidden.length)
    return [
      fail('cors', `Pages cannot read ${hidden.join(', ')}`, `Access-Control-Expose-Headers: ${needed.join(', ')}`),
    ]
  return checkPreflight(visit)
}

async function checkPreflight({ call, page }: Visit): Promise<Finding[]> {
  const { status, headers } = await call('/api/v5/token', {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization,content-type' },
  })
  const allowed = names(headers.get('access-control-allow-headers'))
  if (status >= 300 || !allowed.includes('authorization') || !allowed.includes('content-type'))
    return [
      fail(
        'cors',
        `The program domain refuses calls that carry a token (OPTIONS answers with the status ${status})`,
        'Access-Control-Allow-Headers: Authorization, Content-Type. Let no proxy or firewall answer OPTIONS itself',
      ),
    ]
  if (Number(headers.get('access-control-max-age') ?? 0) < PREFLIGHT_SECONDS)
    return [
      warn(
        'cors',
        'Each call asks for permission first, because the answer is not kept',
        'Access-Control-Max-Age: 7200',
      ),
    ]
  return [pass('cors', `The program allows ${page.url.origin}`)]
}

/** Checks the cookie of the program domain, and says how long browsers keep it. Its value is a token, and is not shown. */
export async function checkCookies(visit: Visit, answer: Answer): Promise<Finding[]> {
  const { page, domain, vendor, headerName, nameServer } = visit
  const program = new URL(domain)
  const isOwnSite = isSameSite(page.url, program)
  const cookie = answer.cookies.find(each => each.startsWith(`${vendor}_token=`))
  if (!cookie) {
    const consent = answer.headers.get(headerName('Cookie-Consent'))
    if (consent === 'unset' || consent === 'denied')
      return [pass('cookies', 'The program asks for consent before it sets a cookie')]
    return [
      isOwnSite
        ? warn(
            'cookies',
            'The program domain sets no cookie. The page keeps the token, for 7 days in Safari',
            'Let no proxy remove Set-Cookie',
          )
        : pass('cookies', 'The token travels in a header: the program domain is another site'),
    ]
  }
  const attributes = names(cookie.replace(/^[^;]*;?/, '').replaceAll(';', ','))
  const has = (name: string) => attributes.some(each => each === name || each.startsWith(`${name}=`))
  const needed = isOwnSite
    ? ['Secure', 'HttpOnly', 'SameSite=Lax']
    : ['Secure', 'HttpOnly', 'SameSite=None', 'Partitioned']
  const missing = needed.filter(each => !has(each.toLowerCase()))
  if (missing.length)
    return [
      fail(
        'cookies',
        `The cookie of the program domain lacks ${missing.join(', ')}`,
        `Set-Cookie: ${vendor}_token=…; Path=/; Max-Age=34560000; ${needed.join('; ')}`,
      ),
    ]
  if (!isOwnSite)
    return [
      warn(
        'cookies',
        `${program.hostname} is another site than ${page.url.hostname}: Safari blocks its cookie, other browsers keep it for this site alone. The token travels in a header, and Safari keeps it for 7 days`,
        `Give the program a domain of your own site, such as share.${page.url.hostname.replace(/^www\./, '')}, or a path of your own host (reverse proxy)`,
      ),
    ]
  const reason = await reasonForShortCookies(page.url, program, nameServer)
  if (reason)
    return [
      warn(
        'cookies',
        `Safari keeps the cookie for 7 days, because ${reason}. Chrome and Firefox keep it for 400`,
        'Let a path of your own host pass the calls on (reverse proxy), or answer from your own network',
      ),
    ]
  return [pass('cookies', 'Same site: Chrome, Firefox and Safari keep the cookie for 400 days')]
}

const names = (header: string | null) => (header ?? '').split(',').map(name => name.trim().toLowerCase())
