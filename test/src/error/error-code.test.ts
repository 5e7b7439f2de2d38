import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type ErrorCode, errorResponse, RestError } from '../../../demo/platform/http/rest-error.js'
import { completeRefusal, refusalIn } from '../../../src/http/read.js'
import { isDeadToken, needsProof } from '../../../src/http/retry.js'
import { type Answer, toAnswer } from '../../../src/http/send.js'
import { type PlatformErrorCode, RewardsError, type RewardsErrorCode } from '../../../src/index.js'
import { loadCodes } from './load-codes.js'

const source = readFileSync('src/error/error-code.ts', 'utf8')
const codes = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code!)
const platforms = codes.slice(codes.indexOf('binding_error')) as PlatformErrorCode[]

/** The documented statuses of each code. */
const statusesOf = (text: string) =>
  new Map(
    [...text.matchAll(/\/\*\* (\d{3})(?:, (\d{3}))?.*\n {2}\| '(\w+)'/g)].map(([, one, other, code]) => [
      code!,
      [Number(one), Number(other)],
    ]),
  )

const errorIn = (answer: Answer, path: string) => completeRefusal(refusalIn(answer, path, 'svc')!, loadCodes)

describe('the list of codes', () => {
  test('has every code of the platform, and allows others', () => {
    expectTypeOf<ErrorCode>().toExtend<PlatformErrorCode>()
    expectTypeOf<'network_error' | 'scopes_denied'>().toExtend<RewardsErrorCode>()
    expectTypeOf<string>().toExtend<RewardsError['code']>()
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('says for each code what to do', () => {
    const told = [...source.matchAll(/^ {2}\/\*\* (.{20,}) \*\/\n {2}\| '(\w+)'/gm)].map(([, , code]) => code)
    expect(told).toEqual(codes)
  })

  test('has the status of each platform code, and whether a retry can help', async () => {
    const statuses = statusesOf(source)
    expect(platforms.length).toBeGreaterThan(55)
    for (const code of platforms as ErrorCode[]) {
      const response = errorResponse(new RestError(code, 'No'))
      const error = await errorIn(await toAnswer('', response), '/api/v4/me')
      expect(statuses.get(code), code).toContain(error.status)
      expect(error, code).toMatchObject({
        code,
        status: response.status,
        retryable: [429, 500].includes(response.status),
      })
      expect(error, code).not.toMatchObject({ hasUnknownCode: true })
    }
  })

  test('says that a token may be alive after 403 method_unauthorized, where nothing else is tried', () => {
    expect(statusesOf(source).get('method_unauthorized')).toEqual([401, 403])
    const error = new RewardsError('method_unauthorized', 'No', { status: 403 })
    expect([isDeadToken(error), needsProof(error)]).toEqual([false, false])
  })

  test('has the status of each code for an answer that has another', async () => {
    for (const [code, documented] of statusesOf(source)) {
      const headers = new Headers({ 'x-svc-error-message': code })
      // A zone without content is no error.
      if (code === 'no_creative') continue
      const error = await errorIn(await toAnswer('', { status: 200, headers, text: async () => '' }), '/events')
      expect(error, code).toMatchObject({ code, status: documented[0], hasUnknownCode: false })
    }
  })
})
