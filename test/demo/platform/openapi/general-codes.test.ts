import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { codeOf, program, server } from '../use-platform.js'
import { everyCall, tokenFor, useEveryCall } from './every-call.js'

/** The code for an id that the client does not have, by the parameter. Names of zones and events are not ids. */
const codesOfUnknown: Record<string, string> = {
  batch_job_id: 'not_found',
  campaign_id: 'invalid_campaign_id',
  click_id: 'not_found',
  event_id: 'not_found',
  file_id: 'not_found',
  person_id: 'person_not_found',
  report_id: 'not_found',
  report_runner_id: 'not_found',
  reward_id: 'invalid_reward_id',
  sftp_server_id: 'not_found',
  webhook_id: 'not_found',
  token: 'access_denied',
}

/** The first parameter of a path, if it is an id. */
function idIn(path: string): string | undefined {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  return name === 'event_name' || name === 'zone_name' ? undefined : name
}

describe('above the rate limit', () => {
  const { send } = useEveryCall({ perMinute: 0 })

  test.each(everyCall)('$method $path at $origin responds with too_many_requests and Retry-After', async call => {
    const response = await send(call)
    expect([response.status, await codeOf(response)]).toEqual([call.isWebFriendly ? 200 : 429, 'too_many_requests'])
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})

describe('a token', () => {
  const { visit, send } = useEveryCall()

  test('of an unpaid account is rejected by every call', async () => {
    const tokens: Record<string, string> = {
      [program]: await visit.verified(demo.ada.email),
      [server]: demo.serverToken,
    }
    await visit.rows('update clients set paid = false')
    for (const call of everyCall) {
      // The call that creates tokens ignores an invalid token.
      if (call.origin === program && call.needsNoToken && !call.isWebFriendly) continue
      const response = await send(call, { token: tokens[call.origin]! })
      expect([call.path, response.status, await codeOf(response)]).toEqual([
        call.path,
        call.isWebFriendly ? 200 : 402,
        'payment_required',
      ])
    }
    await visit.rows('update clients set paid = true')
  })

  test('of the other API is rejected by every call', async () => {
    const others: Record<string, string> = {
      [program]: demo.serverToken,
      [server]: await visit.verified(demo.ada.email),
    }
    for (const call of everyCall) {
      if (call.origin === program && call.needsNoToken && !call.isWebFriendly) continue
      const response = await send(call, { token: others[call.origin]! })
      expect([call.path, await codeOf(response)]).toEqual([call.path, 'access_denied'])
    }
  })

  test('of the sandbox finds nothing of production, by any id', async () => {
    const withId = everyCall.filter(({ origin, path }) => origin === server && idIn(path) !== undefined)
    expect(withId.length).toBeGreaterThan(50)
    for (const call of withId) {
      const response = await send(call, { token: demo.sandbox.serverToken })
      expect([call.method, call.path, await codeOf(response)]).toEqual([
        call.method,
        call.path,
        codesOfUnknown[idIn(call.path)!],
      ])
    }
  })

  test('that is invalid or missing is reported with its own code, except by calls that create a new one', async () => {
    for (const call of everyCall.filter(({ isWebFriendly, needsNoToken }) => !isWebFriendly && !needsNoToken)) {
      const codes = []
      for (const headers of [{}, { Authorization: 'Bearer unknown' }, { Authorization: 'Basic YTpi' }])
        codes.push(await codeOf(await send(call, { headers: headers as Record<string, string> })))
      expect([call.path, ...codes]).toEqual([
        call.path,
        'missing_access_token',
        'invalid_access_token',
        'method_unauthorized',
      ])
    }
    for (const call of everyCall.filter(({ isWebFriendly }) => isWebFriendly)) {
      const response = await send(call, {
        token: 'unknown',
        json: call.docs.body ? { event_name: 'product' } : undefined,
      })
      expect(response.headers.has('X-Svc-Error-Message')).toBe(false)
    }
  })
})

describe('a value that cannot be stored is an invalid_parameter', () => {
  const { visit, send } = useEveryCall()
  const callNamed = (path: string) => everyCall.find(each => each.path === path)!

  test('in a body', async () => {
    const call = callNamed('/api/v6/events')
    const response = await send(call, {
      token: await tokenFor(call, visit),
      json: { event_name: 'a', data: { a: '\0' } },
    })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
  })

  test('in a filter', async () => {
    const call = callNamed('/api/v4/me/journeys')
    const response = await send(call, { token: await tokenFor(call, visit), filters: { container: '\0' } })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
  })
})
