import type { RecordedCall } from './call-log.js'
import { maskPath } from './mask.js'
import { hasFailed, isWaiting, outcomeOf } from './outcome.js'
import type { Snapshot } from './recorder.js'

/** Reads of the consumer's data: the path, and the call of the runtime that makes this request. */
const READS: Record<string, string> = {
  '/api/v4/me': 'profile.get()',
  '/api/v4/me/parameters': 'parameters.all()',
  '/api/v4/me/referrals-from-me': 'referrals.fromMe()',
  '/api/v4/me/referrals-to-me': 'referrals.toMe()',
  '/api/v4/me/shares': 'shares.list()',
  '/api/v4/me/journeys': 'journeys.list()',
  '/api/v4/me/steps': 'steps.list()',
  '/api/v4/me/audience-memberships': 'audienceMemberships.list()',
  '/api/v6/me/shareables': 'shareables.list()',
}

/** The widgets that have a fixture, whose content is made up. */
const FIXTURES =
  /^(cta|hero|form|offer|stack|profile|share|referrals|verify|journey|tiers|leaderboard|stats|rewards|reward-status|panel)$/

/** How many requests a test repeats: the last ones. */
const STEPS = 30

/** Attempts of the same request, one after the other. */
type Attempts = [RecordedCall, ...RecordedCall[]]

/**
 * What has just happened, as a Vitest test on `rewards-web-sdk/testing` that runs as pasted: the consumer's level, the zones with made-up content, and each
 * request with its outcome. Values of people and orders are replaced.
 */
export function testOf(snapshot: Snapshot): string {
  const steps = groupAttempts(snapshot.calls)
    .slice(-STEPS)
    .flatMap((attempts, index) => stepOf(attempts, snapshot, index))
  return [
    '// Copied from the inspector of rewards-web-sdk. Values of people and orders are replaced.',
    importOf(['expect', 'test', ...(steps.some(line => line.includes('vi.waitFor')) ? ['vi'] : [])], 'vitest'),
    importOf(['createRewards'], 'rewards-web-sdk'),
    importOf(['createTestPlatform', ...(usesFixtures(snapshot) ? ['fixtures'] : [])], 'rewards-web-sdk/testing'),
    '',
    `test('the page does what it did', async () => {`,
    ...setUp(snapshot).map(indent),
    ...steps.map(indent),
    indent('rewards.destroy()'),
    '})',
    '',
  ].join('\n')
}

const importOf = (names: string[], from: string) => `import { ${names.join(', ')} } from '${from}'`
const indent = (line: string) => (line ? `  ${line}` : '')

const usesFixtures = (snapshot: Snapshot) => zonesOf(snapshot).some(([, source]) => source.startsWith('fixtures.'))

function setUp(snapshot: Snapshot): string[] {
  const { level } = snapshot.consumer
  const zones = zonesOf(snapshot).map(([name, source]) => `    ${literal(name)}: ${source},`)
  return [
    'const platform = createTestPlatform({',
    ...(level === 'anonymous' ? [] : [`  consumer: { level: '${level}', email: 'ada@example.com' },`]),
    ...(zones.length ? ['  zones: {', ...zones, '  },'] : []),
    '})',
    'const rewards = createRewards(platform.options)',
    ...(level === 'verified' ? [`expect(await rewards.recognize()).toMatchObject({ level: 'verified' })`] : []),
    '',
  ]
}

/** The newest content of each zone that has some. */
function zonesOf({ zones }: Snapshot): [name: string, source: string][] {
  const sources = zones.map(({ name, kind, widget = '', content }): [string, string] => {
    const fixture = kind === 'HTML' ? 'html' : FIXTURES.exec(widget)?.[0].replace('-s', 'S')
    return [name, fixture ? `fixtures.${fixture}` : literal(content)]
  })
  return [...new Map(sources)].filter(([, source]) => source !== 'null')
}

/** The SDK makes requests about the token by itself, and repeats others. */
function groupAttempts(calls: readonly RecordedCall[]): Attempts[] {
  const groups: Attempts[] = []
  for (const call of calls) {
    if (call.status === undefined || call.url.endsWith('/token')) continue
    const same = groups.find(([first]) => call.eventKey !== undefined && first.eventKey === call.eventKey)
    const last = groups.at(-1)
    const isAgain = last && isRepeated(last.at(-1)!) && requestOf(last[0]) === requestOf(call)
    if (same) same.push(call)
    else if (isAgain) last.push(call)
    else groups.push([call])
  }
  return groups
}

/** Whether the SDK repeats a call by itself after this answer. Otherwise the same call is another one of the page. */
const isRepeated = ({ method, status = 0, code = '' }: RecordedCall) =>
  /^(too_many_requests|\w+_access_token)$/.test(code) || status === 429 || (method === 'GET' && status >= 500)

const requestOf = ({ method, url, name }: RecordedCall) => JSON.stringify([method, url, name])

/** A zone without content is no failure for the page. */
const isFailure = (call: RecordedCall) => hasFailed(call) && !/^(no_creative|invalid_zone_name)$/.test(call.code ?? '')

function stepOf(attempts: Attempts, snapshot: Snapshot, index: number): string[] {
  const [first] = attempts
  const path = maskPath(first.url.slice(snapshot.domain.length))
  const read = first.method === 'GET' ? READS[path] : undefined
  if (first.eventKey !== undefined) return eventStep(attempts, snapshot, index)
  if (first.name !== undefined) return callStep(attempts, zoneCall(first), '/zones', snapshot, index)
  if (read) return callStep(attempts, `rewards.${read}`, path, snapshot, index)
  return [`// ${first.method} ${path}: ${outcomeOf(attempts.at(-1)!)}. Repeat this call yourself.`]
}

const zoneCall = ({ name, data }: RecordedCall) => `rewards.zone(${[literal(name), ...dataOf(data)].join(', ')})`

const dataOf = (data: object | undefined) => (Object.keys(Object(data)).length ? [literal(data)] : [])

function callStep(attempts: Attempts, call: string, path: string, { zones }: Snapshot, index: number): string[] {
  const last = attempts.at(-1)!
  const failed = attempts.find(isFailure)
  if (isFailure(last)) return failingStep(path, call, last, index)
  const zone = zones.find(zone => zone.call === last)
  const result = zone
    ? `expect(await ${call}).toMatchObject(${literal({ name: zone.name, ...(zone.kind === 'nothing' && { data: null }) })})`
    : `await ${call}`
  return failed ? [failure(path, failed, true), result] : [result]
}

const failingStep = (path: string, call: string, last: RecordedCall, index: number) => [
  `const restore${index} = ${failure(path, last)}`,
  `await expect(${call}).rejects.toMatchObject(${literal({ code: last.code ?? 'network_error' })})`,
  `restore${index}()`,
]

/** Without a code, something else has answered in the platform's place, or nothing. The SDK repeats a call by the status. */
function failure(path: string, { status = 0, code }: RecordedCall, isOnce = false): string {
  const answer = code || isOnce ? { status: Math.max(status, 400), ...(code && { code }) } : 'network_error'
  return `platform.fail(${[path, answer, ...(isOnce ? [{ times: 1 }] : [])].map(literal).join(', ')})`
}

function eventStep(attempts: Attempts, { problems }: Snapshot, index: number): string[] {
  const [first] = attempts
  const last = attempts.at(-1)!
  const isIdentify = first.name === 'identify' && /"email"/.test(JSON.stringify(first.data))
  const call = isIdentify
    ? `rewards.identify({ email: 'ada@example.com' })`
    : `rewards.track(${[literal(first.name), ...dataOf(first.data)].join(', ')})`
  if (hasFailed(last) && !isWaiting(last, problems)) return failingStep('/events', call, last, index)
  const recorded = `expect(platform.events.at(-1)).toMatchObject({ name: ${literal(first.name)} })`
  const failed = attempts.find(isFailure)
  if (!failed) return [`await ${call}`, recorded]
  return [
    `const restore${index} = ${failure('/events', failed)}`,
    `const tracked${index} = ${call}`,
    'await vi.waitFor(() => expect(platform.requests.at(-1)?.path).toMatch(/events$/), 5000)',
    `restore${index}()`,
    'await rewards.flush()',
    `await tracked${index}`,
    recorded,
  ]
}

/** The source of a value. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`)
  return fields.length ? `{ ${fields.join(', ')} }` : '{}'
}
