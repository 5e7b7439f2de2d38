import { describe, expect, test } from 'vitest'
import { calls } from '../../../../demo/platform/consumer/calls.js'
import { levels } from '../../../../demo/platform/identity/level.js'
import { codeOf, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const tokens = {
  anonymous: () => visit.anonymous(),
  identified: () => visit.identified('ada@example.com'),
  verified: () => visit.verified('ada@example.com'),
}

/** Where contract 1 asks for more than an anonymous consumer. Private files and changes of a link have tests of their own. */
const leastLevels: [RegExp, string][] = [
  [/^POST \/v4\/me$|parameters|referrals|rewards/, 'verified'],
  [/shareables|shares|assets|journeys|steps|email|audience-memberships/, 'identified'],
]

test.each(
  calls.filter(({ style, minimumLevel }) => style === 'api' && minimumLevel !== 'none'),
)('$method $path has the level of the contract', ({ method, path, minimumLevel }) => {
  const [, least] = leastLevels.find(([pattern]) => pattern.test(`${method} ${path}`)) ?? []
  expect(minimumLevel).toBe(least ?? 'anonymous')
})

describe.each(calls.filter(({ style, minimumLevel }) => style === 'api' && minimumLevel !== 'none'))('$method $path', ({
  method,
  path,
  minimumLevel,
}) => {
  const call = (token?: string) => visit.send(path.replace(/:\w+/, 'x'), { method, ...(token && { token }) })

  test.each(
    levels.map(level => [level, levels.indexOf(level) < levels.indexOf(minimumLevel as never)] as const),
  )('is denied to an %s consumer: %s', async (level, denied) => {
    const response = await call(await tokens[level]())
    const code = response.ok ? undefined : await codeOf(response)
    expect(code === 'scopes_denied').toBe(denied)
    if (denied) expect(response.status).toBe(403)
  })

  test('requires a valid token', async () => {
    const [without, dead] = [await call(), await call('dead')]
    expect([without.status, await codeOf(without)]).toEqual([403, 'missing_access_token'])
    expect([dead.status, await codeOf(dead)]).toEqual([401, 'invalid_access_token'])
    for (const { headers } of [without, dead])
      expect([headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual([
        ...['private, no-store', 'nosniff'],
      ])
  })
})
