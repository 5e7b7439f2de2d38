import { type Finding, fail, pass, warn } from '../finding.js'
import { isLocalHost } from '../request.js'
import type { Visit } from '../visit.js'

/** Checks the addresses of the page and of the program domain: `https:`, and no detour. */
export function checkAddress({ page, redirects, domain }: Pick<Visit, 'page' | 'redirects' | 'domain'>): Finding[] {
  const program = new URL(domain)
  const insecure = [page.url, program].filter(
    ({ protocol, hostname }) => protocol !== 'https:' && !isLocalHost(hostname),
  )
  const findings: Finding[] = insecure.map(({ origin }) =>
    fail(
      'address',
      `${origin} does not use https:, so browsers keep no token there, and each visit is a new consumer`,
      `Serve it over https: ${origin.replace('http:', 'https:')}`,
    ),
  )
  if (page.url.protocol === 'https:' && program.protocol === 'http:')
    findings.push(fail('address', 'The browser blocks calls from an https: page to http:', `--domain ${https(domain)}`))
  const [first] = redirects
  if (first?.protocol === 'http:' && !isLocalHost(first.hostname) && page.url.protocol === 'https:')
    findings.push(pass('address', `${first.origin} redirects to https:`))
  else if (first && first.origin !== page.url.origin)
    findings.push(
      warn(
        'address',
        `${first.href} redirects to ${page.url.origin}: that origin is the one that the program must allow`,
        `Examine the page that visitors see: ${page.url.href}`,
      ),
    )
  return findings.some(({ status }) => status === 'fail')
    ? findings
    : [...findings, pass('address', 'Browsers keep the token of the page and of the program domain')]
}

const https = (address: string) => address.replace(/^http:/, 'https:')
