import { describe } from 'vitest'
import { useWebKit } from '../webkit.js'
import { describeCookies } from './cookie-cases.js'

describe('In WebKit the consumer’s cookies', () => describeCookies(useWebKit()))
