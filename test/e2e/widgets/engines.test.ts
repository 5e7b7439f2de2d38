import { afterAll, beforeAll, describe } from 'vitest'
import { type Demo, startDemo } from '../../../demo/main.js'
import { testDatabase } from '../../test-database.js'
import { useChromium } from '../chromium.js'
import { useFirefox } from '../firefox.js'
import { useWebKit } from '../webkit.js'
import { describeGestures } from './gesture-cases.js'
import { describePolicy } from './policy-cases.js'

let demo: Demo
/** The running one, once the tests run. */
const visited = () => demo

beforeAll(async () => {
  demo = await startDemo({
    database: await testDatabase(),
    https: true,
    limits: { perMinute: Infinity, perSecond: Infinity },
  })
})

afterAll(() => demo?.close())

describe('In Chromium the shop’s policy', () => describePolicy(visited, useChromium()))
describe('In Firefox the shop’s policy', () => describePolicy(visited, useFirefox()))
describe('In WebKit', () => {
  const newTab = useWebKit()
  describe('the shop’s policy', () => describePolicy(visited, newTab))
  describe('a click', () => describeGestures(visited, newTab))
})
