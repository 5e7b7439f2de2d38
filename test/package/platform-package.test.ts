// The npm package of the local platform, packed and installed into an empty folder.

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import manifest from '../../demo/platform/package.json' with { type: 'json' }
import { ask } from '../demo/ask.js'
import { runToEnd, startRunning } from '../demo/start-command.js'
import { BROWSER } from '../start-platform.js'
import { type InstalledPackage, installPackage } from './installed-package.js'

/** The installation downloads 50 MB. */
const TIMEOUT_MS = 600_000

let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage({ folder: 'demo/platform', name: manifest.name })
}, TIMEOUT_MS)
afterAll(() => installed?.remove())

/** The command of the package, run in the folder of the app. */
const command = () => ({ script: join(installed.app, 'node_modules/.bin/rewards-platform'), cwd: installed.app })
const start = (...args: string[]) => startRunning(command(), ['--port', '0', ...args])
const fail = (...args: string[]) => runToEnd(command(), args)

const json = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

describe('the content of the package', () => {
  test('is the command, the build and the documents, and nothing else', () => {
    const others = [...installed.files.keys()].filter(
      path =>
        !/^(command\/[\w-]+\.js|dist\/(index\.js(\.map)?|mcp\.js|mcp-licenses\.md|types\/.*\.d\.ts|sdk\/.*)|[A-Z]+(\.md)?|package\.json)$/.test(
          path,
        ),
    )
    expect(others).toEqual([])
    const papers = [...installed.files.keys()].filter(path => /^[A-Z]/.test(path))
    expect(papers.sort()).toEqual(['LICENSE', 'README.md'])
  })

  test('contains no path of the build machine', () => {
    for (const [name, path] of installed.files) expect(readFileSync(path, 'utf8'), name).not.toContain(resolve('.'))
  })

  test('passes publint', async () => {
    const { buffer } = await readFile(installed.tarball)
    expect((await publint({ pack: { tarball: buffer as ArrayBuffer } })).messages).toEqual([])
  })

  test('has the same version as the SDK in it', () => {
    expect([...installed.files.keys()]).toContain(`dist/sdk/rewards-${manifest.version}/rewards.js`)
  })
})

describe('the command of the package', { timeout: TIMEOUT_MS }, () => {
  test('runs the demo brand on both hosts, and reserves its port and data folder', async () => {
    const { output, origins, interrupt } = await start('--allow-origin', 'http://localhost:5173')
    expect(output).toContain('Creating the database …')
    expect(output).toContain('The data is in .rewards-platform.')
    const { program, server } = origins

    const zone = await ask(`${program}/zones`, json({ event_name: 'share_experience' }))
    expect(zone.status).toBe(200)
    expect(await zone.json()).toMatchObject({ widget: 'share', headline: expect.any(String) })
    const event = await ask(`${program}/events`, json({ event_name: 'purchase', data: { email: 'may@example.com' } }))
    expect(event.status).toBe(200)
    const link = await ask(`${program}/s/ada`, { headers: { 'User-Agent': BROWSER } })
    expect(link.headers.get('location')).toMatch(/^http:\/\/localhost:5173\//)
    for (const path of [
      '/rewards.js',
      `/rewards-${manifest.version}/rewards.js`,
      '/docs',
      '/openapi.json',
      '/pages/docs.css',
    ])
      expect([path, (await ask(program + path)).status]).toEqual([path, 200])

    const console = await ask(`${server}/console/sign-in`)
    expect(await console.text()).toContain('type="password"')
    expect((await ask(`${server}/pages/console.css`)).headers.get('content-type')).toContain('text/css')

    const port = Number(new URL(program).port)
    const samePort = await fail('--port', String(port), '--data', 'other')
    expect(samePort).toMatchObject({ code: 1 })
    expect(samePort.stderr).toBe(
      `Port ${port} is in use. Use another port: npx @rewards-web-sdk/platform --port ${port + 1}\n`,
    )
    expect((await fail('--port', '0')).stderr).toMatch(/^.*\.rewards-platform.* process.*\n$/)
    expect(await interrupt()).toBe(0)

    const again = await start()
    expect(again.output).toContain('Opening the database …')
    expect(await again.interrupt()).toBe(0)
  })

  test('runs an empty account with --no-demo-data, also when a later start does not say so', async () => {
    const first = await start('--no-demo-data', '--data', 'empty')
    const [, email, password] = /\(email: (\S+), password: (\S+)\)/.exec(first.output)!
    expect(first.output).toContain('The password is printed only now.')
    const zone = await ask(`${first.origins.program}/zones`, json({ event_name: 'share_experience' }))
    expect(zone.status).not.toBe(500)
    expect((await ask(`${first.origins.server}/v4/tokens`, json({ email, password }))).status).toBe(200)
    expect(await first.interrupt()).toBe(0)

    const second = await start('--data', 'empty')
    expect(second.output).not.toContain('password')
    expect((await ask(`${second.origins.server}/v4/tokens`, json({ email, password }))).status).toBe(200)
    expect(await second.interrupt()).toBe(0)
  })

  test('gives the platform to a coding agent', async () => {
    const { origins, interrupt } = await start('--data', 'for-agents')
    const client = new Client({ name: 'test', version: '1.0.0' })
    onTestFinished(() => client.close())
    const args = [command().script, 'mcp', '--port', new URL(origins.server).port]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: installed.app }))
    expect(client.getServerVersion()).toMatchObject({ name: 'rewards-platform', version: manifest.version })
    const { content } = await client.callTool({ name: 'list_programs' })
    expect(content).toMatchObject([{ text: expect.stringContaining('give-20-get-20') }])
    expect(await interrupt()).toBe(0)
  })

  test('lists its options with --help', async () => {
    const { code, stdout } = await fail('--help')
    expect(code).toBe(0)
    for (const option of ['port', 'data', 'database', 'allow-origin', 'demo-data', 'no-demo-data'])
      expect(stdout).toMatch(RegExp(`^ {2}--${option} .*[a-z]`, 'm'))
  })

  test.each([
    [['--colour'], /^Unknown option '--colour'\. Usage: npx @rewards-web-sdk\/platform \[options\].*\n$/],
    [['--port', 'x'], /^--port x is not a port number\. Usage: .*\n$/],
    [['--allow-origin', 'shop'], /^--allow-origin shop is not an origin, .*\n$/],
    [['--data', 'package.json/data'], /^The data folder .* cannot be used: .*\n$/],
    [['--database', 'postgres://127.0.0.1:1/none'], /^postgres:\/\/127\.0\.0\.1:1\/none cannot be reached.*\n$/],
  ])('prints one line when it is called with %s', async (args, message) => {
    const { code, stderr } = await fail('--port', '0', ...args)
    expect(stderr).toMatch(message)
    expect(code).toBe(1)
  })
})

describe('the package in a test of an app', { timeout: TIMEOUT_MS }, () => {
  const [example = ''] = readFileSync('demo/platform/README.md', 'utf8').match(/(?<=^```js\n)[\s\S]*?(?=^```)/m) ?? []

  test('starts the platform in memory, as its README shows', async () => {
    await installed.write('app.js', example)
    const { code, stdout, stderr } = await installed.run('node', 'app.js')
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^http:\/\/share\.brand\.localhost:\d+ http:\/\/api\.brand\.localhost:\d+ \S+\n$/)
    expect(code).toBe(0)
  })

  test('has types', async () => {
    await installed.write(
      'app.ts',
      `${example}\n// @ts-expect-error: not a port\nservePlatform({ port: 'x' })\nexport {}`,
    )
    const options = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--skipLibCheck',
      '--types',
      '',
    ]
    expect(await installed.run('tsc', ...options, 'app.ts')).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
