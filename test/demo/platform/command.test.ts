import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ServedPlatform, servePlatform } from '../../../demo/platform/index.js'
import { testDatabase, UNLIMITED } from '../../start-platform.js'
import { runToEnd } from '../start-command.js'
import { addReward } from './server/rewards/add-reward.js'

/** The commands about a platform that runs on this machine. */

const script = join(import.meta.dirname, '../../../demo/platform/command/rewards-platform.js')
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 4, 1, 12)

let served: ServedPlatform
let port: string
beforeAll(async () => {
  served = await servePlatform({ database: await testDatabase(), limits: UNLIMITED, now: () => NOW })
  port = new URL(served.origins.server).port
})
afterAll(() => served?.close())

const clock = (...args: string[]) => runToEnd({ script }, ['clock', ...args, '--port', port])
const addDelayed = (days: number) =>
  addReward(
    { rows: (sql, params) => served.platform.db.query(sql, params), now: NOW },
    {
      reward_name: 'late',
      fulfill_at: new Date(NOW + days * DAY_MS),
    },
  )

test('clock prints the time and what is due next, moves the clock, and says what has happened', async () => {
  await addDelayed(30)
  await addDelayed(90)
  expect(await clock()).toEqual({
    code: 0,
    stdout: `The clock shows 2026-05-01T12:00:00.000Z.
Due next:
  2026-05-31T12:00:00.000Z  Fulfillment of a reward: late of ada@example.com
  2026-07-30T12:00:00.000Z  Fulfillment of a reward: late of ada@example.com
`,
    stderr: '',
  })
  expect((await clock('+30d')).stdout).toMatch(
    /^1 reward fulfilled\nThe clock shows 2026-05-31T12:00:00\.000Z\.\nDue next:\n {2}2026-07-30/,
  )
  expect((await clock('next')).stdout).toBe(
    '1 reward fulfilled\nThe clock shows 2026-07-30T12:00:00.000Z.\nNothing is due.\n',
  )
  expect((await clock('2026-07-31T12:00:00Z')).stdout).toContain('The clock shows 2026-07-31T12:00:00.000Z.')
})

test.each([
  [['-1d'], /^The clock only goes forward: .*\n$/],
  [['2020-01-01'], /only goes forward/],
  [['soon'], /^soon is not an amount of time, such as \+30d\. Usage: .*\n$/],
  [['+1d', '+2d'], /^Only one time can be given\. Usage: .*\n$/],
  [['--colour'], /^Unknown option '--colour'\. Usage: .*\n$/],
])('clock %s fails in one line', async (args, message) => {
  const { code, stdout, stderr } = await clock(...args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(message)
  expect(stderr.split('\n')).toHaveLength(2)
})

test('clock says how to start a platform if none runs, and what else listens on the port', async () => {
  const other = createServer((_, response) => response.end('<h1>Something else</h1>'))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const taken = String((other.address() as AddressInfo).port)
  expect(await runToEnd({ script }, ['clock', '--port', taken])).toMatchObject({
    code: 1,
    stderr: `What listens on port ${taken} is not a platform. Use another port: --port <port>\n`,
  })
  other.close()
  expect(await runToEnd({ script }, ['clock', '--port', taken])).toMatchObject({
    code: 1,
    stderr: `No platform runs on port ${taken}. Start it: npx @rewards-web-sdk/platform --port ${taken}\n`,
  })
})

test('clock says why it cannot use a platform without demo data', async () => {
  const empty = await servePlatform({ database: await testDatabase(), demoData: false })
  onTestFinished(() => empty.close())
  const { stderr } = await runToEnd({ script }, ['clock', '+1d', '--port', new URL(empty.origins.server).port])
  expect(stderr).toMatch(/^The platform on port \d+ refuses the token of the demo brand: its database has no demo data/)
})

test('clock --help says what it does', async () => {
  expect(await clock('--help')).toMatchObject({ code: 0, stdout: expect.stringMatching(/clock next .*due/) })
})
