import { afterEach, expect, test, vi } from 'vitest'
import { follow } from '../../../src/consent/gpc.js'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  [true, 'denied'],
  [false, 'granted'],
  [undefined, 'granted'],
])('Global Privacy Control %s sets the consent %s once', (globalPrivacyControl, consent) => {
  vi.stubGlobal('navigator', { globalPrivacyControl })
  const heard: string[] = []
  follow(state => heard.push(state))
  expect(heard).toEqual([consent])
})
