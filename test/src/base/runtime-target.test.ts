import { expect, test } from 'vitest'
import { createRuntimeTarget } from '../../../src/base/runtime-target.js'

const listener = () => {}

test('a new runtime has no listener for errors, and a listener for other events is none', () => {
  const { target, hasErrorListener } = createRuntimeTarget()
  target.addEventListener('zone', listener)
  target.addEventListener('error', null)
  expect(hasErrorListener()).toBe(false)
})

test('a listener counts until it is removed', () => {
  const { target, hasErrorListener } = createRuntimeTarget()
  target.addEventListener('error', listener)
  target.removeEventListener('zone', listener)
  expect(hasErrorListener()).toBe(true)
  target.removeEventListener('error', listener)
  expect(hasErrorListener()).toBe(false)
})

test('a listener counts until its signal aborts', () => {
  const { target, hasErrorListener } = createRuntimeTarget()
  const controller = new AbortController()
  target.addEventListener('error', listener, { signal: controller.signal })
  expect(hasErrorListener()).toBe(true)
  controller.abort()
  expect(hasErrorListener()).toBe(false)
  target.addEventListener('error', listener, { signal: controller.signal })
  expect(hasErrorListener()).toBe(false)
})

test('a listener for one event counts until that event', () => {
  const { target, hasErrorListener } = createRuntimeTarget()
  target.addEventListener('error', { handleEvent: listener }, { once: true })
  expect(hasErrorListener()).toBe(true)
  target.dispatchEvent(new Event('error'))
  expect(hasErrorListener()).toBe(false)
})
