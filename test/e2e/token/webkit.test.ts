import { describe } from 'vitest'
import { useWebKit } from '../webkit.js'
import { describeCookies } from './cookie-cases.js'

describe('in WebKit the consumer’s cookies', () => describeCookies(useWebKit()))
