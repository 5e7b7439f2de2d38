import { describe, expect, test, vi } from 'vitest'
import { invalid, type RewardsError, readArguments } from '../../../src/error/error.js'
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
    const message = expect.stringContaining('mount')
    expect(() => callNow('mount', fail)).toThrow(expect.objectContaining({ ...internalError(cause), message }))
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

describe('the console shows an error', () => {
  const read = (event: Event) => (event as CustomEvent<RewardsError>).detail
  const removed = (target: EventTarget) => {
    target.addEventListener('error', read)
    target.removeEventListener('error', read)
  }
  const once = (target: EventTarget) => {
    target.addEventListener('error', { handleEvent: read }, { once: true })
    target.dispatchEvent(new CustomEvent('error'))
  }
  const ended = (target: EventTarget) => {
    const controller = new AbortController()
    target.addEventListener('error', read, { signal: controller.signal })
    controller.abort()
  }

  /** The lines of the console after two errors. A line about the second one comes last. */
  async function linesAfter(listen: (target: EventTarget) => void) {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { target, reportError, warn } = createCalls({ lifetime, loadDiagnostics })
    listen(target)
    reportError(invalid('The first'))
    warn(invalid('The last'))
    await vi.waitFor(() => expect(warned.mock.lastCall![0]).toContain('The last'))
    const lines = warned.mock.calls.map(([line]) => String(line))
    warned.mockRestore()
    return lines
  }

  test.each([
    ['without a listener', () => {}],
    ['whose listener was removed', removed],
    ['whose listener was for one event', once],
    ['whose listener has ended with its signal', ended],
    ['with a listener for other events', target => target.addEventListener('zone', read)],
    ['with a listener that does not read the error', target => target.addEventListener('error', () => {})],
  ] as [string, (target: EventTarget) => void][])('%s', async (_, listen) => {
    expect(await linesAfter(listen)).toEqual([
      expect.stringContaining('The first'),
      expect.stringContaining('The last'),
    ])
  })

  test.each([
    ['a function', read],
    ['an object', { handleEvent: read }],
  ])('but not if %s reads it', async (_, listener) => {
    const lines = await linesAfter(target => target.addEventListener('error', listener))
    expect(lines).toEqual([expect.stringContaining('The last')])
  })
})

test('many calls at once wait with one listener, so that Node warns of no leak', async () => {
  const onWarning = vi.fn()
  process.on('warning', onWarning)
  const { call } = createCalls({ lifetime: new AbortController().signal, loadDiagnostics })
  const wait = call('wait', () => new Promise(() => {}))
  for (let index = 0; index < 21; index++) void wait()
  await new Promise(setImmediate)
  process.off('warning', onWarning)
  expect(onWarning).not.toHaveBeenCalled()
})
