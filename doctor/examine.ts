import { checkAddress } from './checks/check-address.js'
import { checkCookies, checkCors, firstCall } from './checks/check-calls.js'
import { checkPolicy } from './checks/check-policy.js'
import { checkScript } from './checks/check-script.js'
import { checkTag } from './checks/check-tag.js'
import { checkZones } from './checks/check-zones.js'
import { type Finding, fail } from './finding.js'
import { type Question, type Visit, visit } from './visit.js'

/** What the doctor has found. */
export interface Report {
  page: string
  domain: string
  findings: Finding[]
}

/** Examines a page from outside, as a new visitor. Throws an error with a message for people if the page cannot be examined at all. */
export async function examine(question: Question): Promise<Report> {
  const visited = await visit(question)
  const findings = [...checkAddress(visited), ...checkTag(visited)]
  question.onProgress?.('Checking the script and the policy')
  findings.push(...(await checkScript(visited)), ...checkPolicy(visited))
  question.onProgress?.(`Calling ${visited.domain}`)
  findings.push(...(await checkProgram(visited)))
  return { page: visited.page.url.href, domain: visited.domain, findings }
}

async function checkProgram(visited: Visit): Promise<Finding[]> {
  let first: Awaited<ReturnType<typeof firstCall>>
  try {
    first = await firstCall(visited)
  } catch (error) {
    return [fail('cors', (error as Error).message, 'Check --domain, the name server and the certificate')]
  }
  const cors = await checkCors(visited, first)
  if (!first.headers.has(visited.headerName('Token'))) return cors
  // The platform sets no cookie for an origin that it does not allow.
  const cookies = cors.some(({ status }) => status === 'fail') ? [] : await checkCookies(visited, first)
  return [...cors, ...cookies, ...(await checkZones(visited, first))]
}
