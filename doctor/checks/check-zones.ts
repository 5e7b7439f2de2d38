import { type Finding, fail, pass, warn } from '../finding.js'
import { writeTag } from '../page.js'
import type { Answer } from '../request.js'
import type { Visit } from '../visit.js'

/** The platform accepts ten requests a second from one consumer, and a page rarely has more zones. */
const MAX_ZONES = 20

/** Checks the zones in the HTML, as a new visitor sees them. `first` is the answer that has brought the visitor's token. */
export async function checkZones(visit: Visit, first: Answer): Promise<Finding[]> {
  const { page } = visit
  const findings = page.misspelt.map(({ name }) =>
    fail('zones', `<${name}> is no element of the SDK`, '<rewards-zone name="…"></rewards-zone>'),
  )
  if (!page.zones.length && !findings.length) return [pass('zones', 'The HTML has no zones')]
  const requests = new Map<string, ZoneRequest>()
  for (const zone of page.zones) {
    const { attributes, isSelfClosing, isEmpty } = zone
    const { name, data = '{}', demo, widget } = attributes
    // Without a widget, the element shows its own children.
    const hasView = Boolean(widget) || !isEmpty
    if (isSelfClosing)
      findings.push(
        fail(
          'zones',
          `The zone ${name ?? 'without a name'} ends with />, which HTML does not know: it contains the rest of the page`,
          writeTag(zone),
        ),
      )
    if (demo !== undefined)
      findings.push(
        warn('zones', `A zone shows invented content (demo="${demo}")`, '<rewards-zone name="…"></rewards-zone>'),
      )
    else if (!name) findings.push(fail('zones', 'A zone has no name', '<rewards-zone name="…"></rewards-zone>'))
    else if (!isObject(data))
      findings.push(
        fail('zones', `The attribute data of the zone ${name} is no JSON object`, `data='{"key": "value"}'`),
      )
    else requests.set(name, { data: { ...(page.lang && { locale: page.lang }), ...JSON.parse(data) }, hasView })
  }
  for (const [name, request] of [...requests].slice(0, MAX_ZONES))
    findings.push(await checkZone(visit, first, name, request))
  return findings
}

interface ZoneRequest {
  data: object
  /** Whether the element shows something, whatever the content is: the tag names a widget, or has children. */
  hasView: boolean
}

async function checkZone(
  { call, headerName }: Visit,
  first: Answer,
  name: string,
  { data, hasView }: ZoneRequest,
): Promise<Finding> {
  const token = first.headers.get(headerName('Token'))
  const answer = await call('/zones', {
    body: { event_name: name, data },
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
  })
  const error = answer.headers.get(headerName('Error-Message'))?.split(':')[0]
  if (answer.text.trim() && !hasView && !namesView(answer))
    return warn(
      'zones',
      `${name} has content without a widget: the element shows nothing of it`,
      `Add a widget to the content or to the tag, or read the content with rewards.zone('${name}')`,
    )
  if (answer.text.trim()) return pass('zones', `${name} has content`)
  if (error && error !== 'no_creative')
    return fail('zones', `The platform refuses the zone ${name}: ${error}`, 'Correct the name of the zone')
  return warn(
    'zones',
    `${name} has no content for a new visitor`,
    `Check the spelling, and that a live campaign has this zone. Ignore this if it is meant for people who have identified themselves`,
  )
}

/** Whether the element draws the content without being told how: it names a widget, or is HTML. */
function namesView({ headers, text }: Answer): boolean {
  return /html/.test(headers.get('content-type') ?? '') || (isObject(text) && Boolean(JSON.parse(text).widget))
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text)
    return Object(value) === value && !Array.isArray(value)
  } catch {
    return false
  }
}
