import { describe } from 'vitest'
import { useChromiumWithCache } from '../chromium.js'
import { useFirefox } from '../firefox.js'
import { describeCachedPage } from './cached-page-cases.js'

describe('in Chromium a page in the back/forward cache', () =>
  describeCachedPage(useChromiumWithCache(), { discardsOnMessage: true }))
describe('in Firefox a page in the back/forward cache', () =>
  describeCachedPage(useFirefox(), { discardsOnMessage: true }))
