import { describe } from 'vitest'
import { useFirefox } from '../firefox.js'
import { describeCookies } from './cookie-cases.js'

describe('in Firefox the consumer’s cookies', () => describeCookies(useFirefox()))
