import { describe } from 'vitest'
import { useChromium } from '../chromium.js'
import { describeFields } from './field-cases.js'

describe('in Chromium', () => describeFields(useChromium()))
