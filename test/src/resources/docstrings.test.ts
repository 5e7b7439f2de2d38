import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '../../../demo/platform/consumer/calls.js'
import { namesOfCalls } from './every-call.js'

// A developer reads in the docstring of a call which codes to expect: those with which the platform refuses this call, beside those of every call.

/** The calls of the platform that a call of the SDK makes. */
const REQUESTS: Record<string, string[]> = {
  'assets.create': ['POST /v4/me/assets'],
  'assets.delete': ['DELETE /v4/me/assets/:id'],
  'assets.download': ['GET /v4/me/assets/:id', 'GET /v4/me/assets/:id/download'],
  'assets.downloadByName': ['GET /v4/me/assets', 'GET /v4/me/assets/:id/download'],
  'assets.get': ['GET /v4/me/assets/:id'],
  'assets.list': ['GET /v4/me/assets'],
  'assets.url': ['GET /v4/me/assets/:id'],
  'audienceMemberships.list': ['GET /v4/me/audience-memberships'],
  'email.share': ['POST /v6/email/share'],
  'email.shareBatch': ['POST /v6/email/share/batch'],
  'journeys.list': ['GET /v4/me/journeys'],
  'parameters.all': ['GET /v4/me/parameters'],
  'parameters.set': ['PUT /v4/me/parameters/:name'],
  'parameters.update': ['POST /v4/me/parameters'],
  'personAssets.download': ['GET /v4/persons/:person_id/assets/:id', 'GET /v4/persons/:person_id/assets/:id/download'],
  'personAssets.downloadByName': [
    'GET /v4/persons/:person_id/assets',
    'GET /v4/persons/:person_id/assets/:id/download',
  ],
  'personAssets.get': ['GET /v4/persons/:person_id/assets/:id'],
  'personAssets.list': ['GET /v4/persons/:person_id/assets'],
  'personAssets.url': ['GET /v4/persons/:person_id/assets/:id'],
  'privacy.export': ['GET /v4/me/parameters'],
  'privacy.requestDeletion': ['GET /v4/me/parameters'],
  'profile.get': ['GET /v4/me'],
  'profile.update': ['POST /v4/me'],
  'referrals.fromMe': ['GET /v4/me/referrals-from-me'],
  'referrals.toMe': ['GET /v4/me/referrals-to-me'],
  'rewardStatus.get': ['GET /v4/me/rewards/status'],
  'rewardStatus.watch': ['GET /v4/me/rewards/status'],
  'shareables.create': ['POST /v6/me/shareables'],
  'shareables.get': ['GET /v6/me/shareables/:code'],
  'shareables.getCreateOrUpdate': ['POST /v6/me/shareables/get-create-or-update'],
  'shareables.getOrCreate': ['POST /v6/me/shareables/get-or-create'],
  'shareables.list': ['GET /v6/me/shareables'],
  'shares.get': ['GET /v4/me/shares/:id'],
  'shares.list': ['GET /v4/me/shares'],
  'steps.list': ['GET /v4/me/steps'],
}

/** What no call of the SDK can cause: it refuses the query itself, and has no such field. */
const PREVENTED = [
  'invalid_reward_filter',
  'content_url_length_out_of_range',
  'invalid_content_url',
  'blocked_content_url',
]
const preventedIn = (resource: string) => (/^(assets|rewardStatus)$/.test(resource) ? PREVENTED : [])

/** The same for the calls of the runtime itself. Of each, the codes that it cannot cause: it has no such field, or handles the code. */
const OF_RUNTIME: [call: string, requests: string[], prevented?: string[]][] = [
  ['eventUrl', ['POST /events'], ['invalid_campaign_id']],
  ['identify', ['POST /v6/events'], ['invalid_campaign_id']],
  ['requestVerificationEmail', ['POST /v4/me/send-verification-email'], ['invalid_campaign_id']],
  ['track', ['POST /v6/events']],
  ['verify', ['POST /v6/events'], ['invalid_email', 'partner_user_id_invalid_length', 'invalid_campaign_id']],
  [
    'zone',
    ['POST /zones', 'POST /v6/zones'],
    ['missing_zone_name', 'invalid_zone_name', 'no_creative', 'invalid_creative_result'],
  ],
]

/** The file of a resource. */
const fileOf = (resource: string) =>
  readFileSync(
    `src/resources/${resource === 'personAssets' ? 'assets' : resource.replace(/[A-Z]/g, '-$&').toLowerCase()}.ts`,
    'utf8',
  )

/** The docstring in front of a declaration. */
function docstringOf(file: string, declaration: RegExp): string {
  const at = file.search(declaration)
  expect(at, `${declaration}`).toBeGreaterThan(0)
  return file.slice(file.lastIndexOf('/**', at), at).replace(/\s*\n\s*\* ?/g, ' ')
}

/** What a docstring says, with that of the calls to which it refers: “Throws what `update` throws.” */
function textOf(resource: string, name: string): string {
  const file = fileOf(resource)
  const own = docstringOf(file, new RegExp(`^ {2,4}(async )?${name}[:(,]`, 'm'))
  const others = [...own.matchAll(/what `(\w+)` throws/g)].map(([, other]) => textOf(resource, other!))
  return [own, docstringOf(file, new RegExp(`^export const ${resource} =`, 'm')), ...others].join('\n')
}

test('every call is here', () => {
  expect(Object.keys(REQUESTS).sort()).toEqual(namesOfCalls().sort())
})

/** The codes with which the platform refuses some calls. */
const codesOf = (requests: string[]): string[] =>
  requests.flatMap(request => {
    const found = calls.find(({ method, path }) => `${method} ${path}` === request)
    expect(found, request).toBeDefined()
    const { docs, minimumLevel } = found!
    const needsLevel = minimumLevel === 'identified' || minimumLevel === 'verified'
    return [...(docs.errors ?? []).map(error => [error].flat()[0]), ...(needsLevel ? ['scopes_denied'] : [])].map(
      String,
    )
  })

const unnamedIn = (text: string, codes: string[]) => codes.filter(code => !text.includes(`\`${code}\``))

test.each(Object.entries(REQUESTS))('the docstring of %s names each code of its requests', (name, requests) => {
  const [resource = '', verb = ''] = name.split('.')
  const possible = codesOf(requests).filter(code => !preventedIn(resource).includes(code))
  expect(unnamedIn(textOf(resource, verb), possible)).toEqual([])
})

test.each(OF_RUNTIME)('the docstring of %s() names each code of its requests', (call, requests, prevented = []) => {
  const text = docstringOf(readFileSync('src/kernel/rewards.ts', 'utf8'), new RegExp(`^ {2}${call}[<(]`, 'm'))
  const codes = codesOf(requests)
  expect(prevented.filter(code => !codes.includes(code))).toEqual([])
  expect(
    unnamedIn(
      text,
      codes.filter(code => !prevented.includes(code)),
    ),
  ).toEqual([])
})

/** The level of each call in the table of docs/resources.md, which may go on with what needs another. A row without a resource continues the row above. */
function levelsInTable(): Map<string, string> {
  let resource = ''
  const rows = readFileSync('docs/resources.md', 'utf8').matchAll(/^\| (?:`(.*?)`)? ?\| (.*) \| (\w+).*? \|$/gm)
  return new Map(
    [...rows].flatMap(([, name, calls = '', level = '']) => {
      resource = name?.replace('persons(id).assets', 'personAssets') ?? resource
      return [...calls.matchAll(/`(\w+)\(/g)].map(([, call]) => [`${resource}.${call}`, level] as const)
    }),
  )
}

test.each(
  Object.entries(REQUESTS),
)('docs/resources.md names the level that the platform requires for %s', (name, requests) => {
  const levels = requests.map(
    request => calls.find(({ method, path }) => `${method} ${path}` === request)?.minimumLevel,
  )
  expect([...new Set(levels)]).toEqual([levelsInTable().get(name)])
})
