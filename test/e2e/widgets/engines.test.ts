import { describe } from 'vitest'
import { useChromium } from '../chromium.js'
import { useFirefox } from '../firefox.js'
import { useWebKit } from '../webkit.js'
import { describeGestures } from './gesture-cases.js'
import { describePolicy } from './policy-cases.js'

describe('In Chromium the shop’s policy', () => describePolicy(useChromium()))
describe('In Firefox the shop’s policy', () => describePolicy(useFirefox()))
describe('In WebKit the shop’s policy', () => describePolicy(useWebKit()))
describe('In WebKit a click', () => describeGestures(useWebKit()))
