// `npm start` in a clone that has nothing but the files of the last commit.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../demo/ask.js'

const MOST_PACKAGES = 150
/** The installation downloads 160 MB. */
const TIMEOUT_MS = 600_000

let clone: string

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'rewards-clone-'))
  execFileSync('git', ['clone', '--quiet', '.', clone])
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** Runs `npm start` in the clone until it is ready. */
async function start() {
  const args = ['start', '--silent', '--', '--port', '0', '--data', join(clone, 'data')]
  const child = spawn('npm', args, { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const stop = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT')
  }
  onTestFinished(stop)
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (/Ctrl-C/.test(output)) break
  }
  child.stdout.resume()
  const [shop = ''] = output.match(/http:\/\/shop[\w.]+:\d+/) ?? []
  return {
    output,
    shop,
    async stop() {
      const ended = once(child, 'exit')
      stop()
      await ended
    },
  }
}

describe('npm start in a fresh clone', { timeout: TIMEOUT_MS }, () => {
  test('installs what it runs, and builds a page when that is opened', async () => {
    const first = await start()
    expect(first.output).toContain('Installing what the demo needs')
    const { packages } = JSON.parse(readFileSync(join(clone, 'node_modules/.package-lock.json'), 'utf8'))
    expect(Object.keys(packages).length).toBeLessThanOrEqual(MOST_PACKAGES)
    for (const [path, text] of [
      ['/', '<rewards-zone'],
      ['/app/', 'id="app"'],
      ['/conformance.html', '<title>'],
    ] as const)
      expect(await (await ask(`${first.shop}${path}`)).text()).toContain(text)
    await first.stop()

    const second = await start()
    expect(second.output).not.toMatch(/Installing|Building/)
    await second.stop()
  })
})
