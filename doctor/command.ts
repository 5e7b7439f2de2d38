import { parseArgs } from 'node:util'
import { examineInBrowser } from './browser.js'
import { examine, type Report } from './examine.js'
import type { Finding, Status } from './finding.js'

const USAGE = `npx rewards-web-sdk doctor <page> [options]

Examines a page and its program domain from outside, as a new visitor, and says what to change. It sends a few requests to both, and the platform
counts one new anonymous consumer.

  --domain <address>   the program domain. Default: that of the page's script tag
  --vendor <word>      the word in the names of headers and cookies. Default: svc
  --browser            also opens the page in an installed Chromium (needs the package playwright-core)
  --json               writes the report as JSON
  --help

Ends with 0 if nothing fails, with 1 if something fails, and with 2 if the page cannot be examined.`

const OPTIONS = {
  domain: { type: 'string' },
  vendor: { type: 'string' },
  browser: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Where the command writes: the report, and what it is doing. */
export interface Output {
  report(text: string): void
  progress(text: string): void
}

/** Runs the command, and returns its exit status. */
export async function run(args: string[], output: Output): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const [command, address] = positionals
    if (values.help) {
      output.report(USAGE)
      return 0
    }
    if (command !== 'doctor' || !address || positionals.length > 2) throw new Error(USAGE)
    const { domain, vendor } = values
    const page = addressOf(address, 'The page')
    if (domain) addressOf(domain, '--domain')
    const found = await examine({ page, domain, vendor, onProgress: step => output.progress(`${step} …`) })
    if (values.browser) {
      output.progress('Opening the page in Chromium …')
      found.findings.push(...(await examineInBrowser(found.page, found.domain)))
    }
    output.report(
      values.json ? JSON.stringify({ ...found, ...count(found.findings) }, null, 2) : withoutControls(toText(found)),
    )
    return found.findings.some(({ status }) => status === 'fail') ? 1 : 0
  } catch (error) {
    output.progress(withoutControls((error as Error).message))
    return 2
  }
}

/** What a page has written must not control the terminal. */
const withoutControls = (text: string) => text.replace(/[^\P{Cc}\n]/gu, '')

function addressOf(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${what} must be like https://www.brand.com; got "${text}"`)
  return url
}

function toText({ page, domain, findings }: Report): string {
  const lines = findings.map(
    ({ status, check, message, fix }) => `${status}  ${check.padEnd(9)}  ${message}${fix ? `\n      fix: ${fix}` : ''}`,
  )
  const { failed, warnings, passed } = count(findings)
  return [
    `page            ${page}`,
    `program domain  ${domain}`,
    '',
    ...lines,
    '',
    `${failed} failed, ${warnings} to look at, ${passed} passed`,
  ].join('\n')
}

function count(findings: Finding[]) {
  const of = (status: Status) => findings.filter(each => each.status === status).length
  return { failed: of('fail'), warnings: of('warn'), passed: of('pass') }
}
