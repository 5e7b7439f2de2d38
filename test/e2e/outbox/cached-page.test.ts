import { describe } from 'vitest'
import { useWebKit } from '../webkit.js'
import { describeCachedPage } from './cached-page-cases.js'

// In WebKit, a page in the cache can block the whole site.
describe('in WebKit a page in the back/forward cache', () =>
  describeCachedPage(useWebKit(), { discardsOnMessage: false }))
