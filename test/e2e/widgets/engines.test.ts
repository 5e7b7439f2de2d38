import { describe } from 'vitest'
import { useChromium } from '../chromium.js'
import { useDemo } from '../demo.js'
import { useFirefox } from '../firefox.js'
import { useWebKit } from '../webkit.js'
import { describeGestures } from './gesture-cases.js'
import { describePolicy } from './policy-cases.js'

const visit = useDemo({ https: true })
/** The running demo, once the tests run. */
const visited = () => visit.demo

describe('in Chromium the shop’s policy', () => describePolicy(visited, useChromium()))
describe('in Firefox the shop’s policy', () => describePolicy(visited, useFirefox()))
describe('in WebKit', () => {
  const newTab = useWebKit()
  describe('the shop’s policy', () => describePolicy(visited, newTab))
  describe('a click', () => describeGestures(visited, newTab))
})
