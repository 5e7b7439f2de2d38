// The oldest version of Node, and newer ones than the one that runs the tests: the demo starts, and the SDK and the platform pass tests of their own.

import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../demo/ask.js'

/** The SDK in Node, and the platform on the embedded database. */
const TESTS = ['test/src/session', 'test/src/outbox', 'test/demo/platform/consumer']

/** An installation downloads 100 MB. */
const TIMEOUT_MS = 600_000

interface Report {
  numPassedTests: number
  success: boolean
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

describe.each(['20.19', '22', '24'])('with Node %s', { timeout: TIMEOUT_MS }, version => {
  let folder: string
  let node: string
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewards-node-'))
    const name = `node-${process.platform}-${process.arch}`
    await promisify(execFile)('npm', ['install', '--no-save', '--no-audit', '--prefix', folder, `${name}@${version}`])
    node = join(folder, 'node_modules', name, 'bin/node')
    env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, DATABASE_URL: '', TIER: '' }
  }, TIMEOUT_MS)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('the demo starts, and shows its shop', async () => {
    const demo = spawn(node, ['demo/start.js', '--port', '0', '--data', join(folder, 'data')], { env })
    onTestFinished(() => void demo.kill('SIGKILL'))
    let output = ''
    for await (const chunk of demo.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk
      if (/Ctrl-C/.test(output)) break
    }
    demo.stdout.resume()
    const [shop] = output.match(/http:\/\/shop[\w.]+:\d+/) ?? [output]
    expect(await (await ask(shop)).text()).toContain('<rewards-zone')
  })

  test('the tests of the SDK and of the platform pass', async () => {
    expect((await promisify(execFile)(node, ['--version'])).stdout).toMatch(`v${version}.`)
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--reporter', 'json', ...TESTS]
    const { stdout } = await promisify(execFile)(node, vitest, { env, maxBuffer: 1e9 }).catch(error => error)
    const { numPassedTests, success, testResults: files }: Report = JSON.parse(stdout.slice(stdout.indexOf('{"num')))
    const failed = files.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))
    expect(failed.map(({ fullName }) => fullName)).toEqual([])
    expect(success).toBe(true)
    expect(numPassedTests).toBeGreaterThan(300)
  })
})
