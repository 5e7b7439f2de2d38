// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isWaiting } from '../../debug/outcome.js'
import { statusOfCode } from '../../src/error/error-code.js'
import { completeRefusal, refusalIn } from '../../src/http/read.js'
import { isEventRetryable } from '../../src/http/retry.js'

const CODES = [...readFileSync('docs/errors.md', 'utf8').matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code!)
const STATUSES = [200, 400, 401, 402, 403, 404, 405, 409, 413, 415, 421, 429, 500, 503]

/** Whether the outbox sends an event again after an answer of the platform. */
async function isSentAgain({ status, code }: { status: number; code: string }): Promise<boolean> {
  const isWeb = status === 200
  const refusal = refusalIn(
    {
      url: '',
      text: '',
      status,
      headers: new Headers(isWeb ? { 'x-svc-error': code } : {}),
      json: isWeb ? {} : { code, message: '', http_status_code: status, parameters: {}, unique_id: 'a1' },
    },
    '/events',
    'svc',
  )
  return isEventRetryable(await completeRefusal(refusal!, async () => ({ statusOfCode })))
}

test('an event waits after the same answers as in the outbox, which reports those that end it', async () => {
  expect(CODES.length).toBeGreaterThan(80)
  const answers = [...CODES, 'code_of_a_later_version'].flatMap(code => STATUSES.map(status => ({ status, code })))
  const outcomes = await Promise.all(answers.map(async answer => ({ ...answer, again: await isSentAgain(answer) })))
  const differing = outcomes.filter(({ again, ...answer }) => isWaiting(answer, again ? [] : [answer]) !== again)
  expect(differing).toEqual([])
})

test('an event waits although another call has failed with its code', async () => {
  const own = CODES.map(code => ({ code, status: statusOfCode(code) ?? 0 })).filter(({ status }) => status)
  for (const answer of own)
    if (await isSentAgain(answer))
      for (const status of [200, answer.status])
        expect([status, answer.code, isWaiting({ ...answer, status }, [answer])]).toEqual([status, answer.code, true])
})

test.each([
  ['no answer has come yet', {}, true],
  ['nothing has answered', { status: 0 }, true],
  ['a firewall has answered', { status: 403 }, true],
  ['the platform has accepted it', { status: 200 }, false],
])('if %s, whether an event waits', (_, answer, expected) => {
  expect(isWaiting(answer, [])).toBe(expected)
})
