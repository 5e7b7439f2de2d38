import { describe } from 'vitest'
import { useFirefox } from '../firefox.js'
import { useWebKit } from '../webkit.js'
import { describeSeen } from './seen-cases.js'

describe('in Firefox', () => describeSeen(useFirefox()))
describe('in WebKit', () => describeSeen(useWebKit()))
