// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { ConsentState } from '../../../src/consent/consent.js'
import { createSilentApp } from '../../../src/native/silent-app.js'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Consent to storage that a test can change. */
function consent(isAllowed: boolean) {
  const listeners: ((isAllowed: boolean) => void)[] = []
  const change = (next: boolean) => {
    isAllowed = next
    for (const listener of listeners) listener(next)
  }
  const state: Partial<ConsentState> = {
    canStore: () => isAllowed,
    onStorageChange: listener => void listeners.push(listener),
  }
  return { state: state as ConsentState, change }
}

const onNextPage = (isAllowed = true) => createSilentApp(consent(isAllowed).state).wasSilent

test('The next page knows that the app was silent, until the app answers', () => {
  const first = createSilentApp(consent(true).state)
  expect(first.wasSilent).toBe(false)
  first.setSilent(true)
  expect(onNextPage()).toBe(true)
  first.setSilent(false)
  expect(onNextPage()).toBe(false)
})

test('Without consent, nothing is stored or read', () => {
  createSilentApp(consent(false).state).setSilent(true)
  expect(sessionStorage.length).toBe(0)
  createSilentApp(consent(true).state).setSilent(true)
  expect(onNextPage(false)).toBe(false)
  expect(sessionStorage.length).toBe(0)
})

test('The record follows the consent', () => {
  const { state, change } = consent(false)
  createSilentApp(state).setSilent(true)
  change(true)
  expect(onNextPage()).toBe(true)
  change(false)
  expect(sessionStorage.length).toBe(0)
})

test('Blocked storage is no error', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const app = createSilentApp(consent(true).state)
  app.setSilent(true)
  expect(app.wasSilent).toBe(false)
})
