import { describe } from 'vitest'
import { useChromium } from '../chromium.js'
import { describeSeen } from './seen-cases.js'

describe('in Chromium', () => describeSeen(useChromium()))
