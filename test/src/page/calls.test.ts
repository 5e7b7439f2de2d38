import { describe, expect, test } from 'vitest'
import { type RewardsError, readArguments } from '../../../src/error/error.js'
import { createCalls } from '../../../src/page/calls.js'
import { loadDiagnostics } from '../diagnostics/load.js'
import { lifetime } from '../lifetime.js'

const SECRET = 'the-token'

function open() {
  const calls = createCalls({ lifetime, loadDiagnostics })
  const reported: RewardsError[] = []
  calls.target.addEventListener('error', event => reported.push((event as CustomEvent<RewardsError>).detail))
  return { ...calls, reported }
}

const internalError = (cause: unknown) => ({ name: 'RewardsError', code: 'internal_error', retryable: false, cause })

describe('a defect of the SDK inside a call', () => {
  test('rejects with internal_error, keeps its cause and dispatches one error event', async () => {
    const { call, reported } = open()
    const cause = new TypeError(`x is not a function: ${SECRET}`)
    const error = await call('verify', () => Promise.reject(cause))().catch(thrown => thrown)
    expect(error).toMatchObject(internalError(cause))
    expect(error.message).toContain('verify')
    expect(error.message).not.toContain(SECRET)
    expect(reported).toEqual([error])
  })

  test('throws internal_error where the call returns no promise', () => {
    const { callNow } = open()
    const cause = new TypeError('x is not a function')
    const fail = () => {
      throw cause
    }
    expect(() => callNow('mount', fail)).toThrow(expect.objectContaining(internalError(cause)))
  })

  test('dispatches internal_error where the call returns nothing', () => {
    const { reportError, reported } = open()
    const cause = new TypeError('x is not a function')
    reportError(cause)
    expect(reported).toEqual([expect.objectContaining(internalError(cause))])
  })
})

test('an argument that throws when it is read rejects with invalid_argument', async () => {
  const { call } = open()
  const cause = new Error('Mine')
  const fail = () => {
    throw cause
  }
  const error = await call('track', () => readArguments('track()', fail))().catch(thrown => thrown)
  expect(error).toMatchObject({ code: 'invalid_argument', cause })
  expect(error.message).toBe('track(): Mine')
})
