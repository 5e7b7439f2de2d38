import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
// @ts-expect-error: the commands run before packages are installed, so they are plain JavaScript without types.
import { CommandError, checkNode, portError } from '../../demo/platform/command/command.js'
// @ts-expect-error: see above.
import { readPlatformArguments, runPlatform } from '../../demo/platform/command/platform-command.js'
import platform from '../../demo/platform/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }

test.each(['20.19.0', '20.20.1', '22.0.0', '100.1.0'])('the commands run in Node %s', version => {
  expect(() => checkNode(version)).not.toThrow()
})

test.each([
  '9.9.9',
  '18.20.8',
  '20.9.0',
  '20.18.3',
])('the commands refuse Node %s, and say which one they need', version => {
  expect(() => checkNode(version)).toThrow(CommandError)
  expect(() => checkNode(version)).toThrow(`Node 20.19 or newer is needed. This is Node ${version}.`)
})

test.each(['ENOSPC', 'EDQUOT', 'EIO'])('a disk with the error %s is named in one line', async code => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  const start = () => Promise.reject(Object.assign(new Error(code), { code }))
  const ended = runPlatform(start, { dataDir: '/data', port: 4400, command: 'npm start' })
  await expect(ended).rejects.toThrow(CommandError)
  await expect(ended).rejects.toThrow(`The data folder /data cannot be used: ${code}`)
})

test.each(['/data', '/data/lock', '/'])('an error at %s is one of the data folder', async path => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  const start = () => Promise.reject(Object.assign(new Error('permission denied'), { code: 'EACCES', path }))
  const ended = runPlatform(start, { dataDir: '/data', port: 4400, command: 'npm start' })
  await expect(ended).rejects.toThrow('The data folder /data cannot be used: permission denied')
})

test.each(['/elsewhere', ''])('an error at "%s" is not one of the data folder', async path => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  const error = Object.assign(new Error('permission denied'), { code: 'EACCES', path })
  const ended = runPlatform(() => Promise.reject(error), { dataDir: '/data', port: 4400, command: 'npm start' })
  await expect(ended).rejects.toBe(error)
})

/** The options of the platform for some arguments. */
function read(...args: string[]) {
  const { argv } = process
  process.argv = [...argv.slice(0, 2), ...args]
  try {
    return readPlatformArguments({ command: 'npm start --', about: 'Runs the demo', dataDir: '/data' })
  } finally {
    process.argv = argv
  }
}

test('without options the platform is on port 4400, for pages of its own, and connects to no private address', () => {
  expect(read()).toMatchObject({
    ...{ port: 4400, dataDir: '/data', demoData: undefined, demoHistory: true },
    ...{ allowedOrigins: [], allowPrivateAddresses: false },
  })
  expect(read('--no-demo-data', '--data', 'other')).toMatchObject({ demoData: false, dataDir: resolve('other') })
})

test('the database that an argument names wins over that of DATABASE_URL', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/environment')
  onTestFinished(() => void vi.unstubAllEnvs())
  const databaseUrl = 'postgres://localhost/argument'
  expect(read('--database', databaseUrl)).toMatchObject({ databaseUrl })
})

/** Starts a platform that only prints what it would be. Returns its output, and what a signal does. */
async function run(platform: object, options: object) {
  const printed: string[] = []
  const logged = vi.spyOn(console, 'log').mockImplementation(text => void printed.push(text))
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  const others = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') }
  const added = (signal: 'SIGINT' | 'SIGTERM') =>
    process.listeners(signal).filter(each => !others[signal].includes(each))
  onTestFinished(() => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) for (const each of added(signal)) process.off(signal, each)
    logged.mockRestore()
    exit.mockRestore()
  })
  const steps: string[] = []
  const close = async () => {
    await setImmediate()
    steps.push('closed')
  }
  const started = { origins: { program: 'http://share', server: 'http://api' }, platform, close }
  await runPlatform(async () => started, { dataDir: '/data', port: 4400, allowedOrigins: [], ...options })
  const send = async (signal: 'SIGINT' | 'SIGTERM') => {
    for (const each of added(signal)) await each(signal)
    return [...steps, ...exit.mock.calls]
  }
  return { output: printed.join('\n'), send }
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s closes the platform, and then ends the process', async signal => {
  const { send } = await run({ hasDemoData: true }, {})
  expect(await send(signal)).toEqual(['closed', [0]])
})

const everybody = 'everybody knows its passwords'
const user = { email: 'admin@localhost', password: 'a-password' }
const databaseUrl = 'postgres://someone:secret@db.example:5433/rewards'

test.each<[string, object, object, string[], string[]]>([
  [
    'this folder, with demo data',
    { hasDemoData: true, user },
    { dataDir: process.cwd() },
    ['The data is in ..', '(email: admin@localhost, password: a-password)'],
    ['printed only now', everybody],
  ],
  [
    'a server, with demo data',
    { hasDemoData: true, user },
    { databaseUrl },
    ['The data is in the database rewards on db.example:5433.', everybody],
    ['printed only now', 'secret'],
  ],
  [
    'a folder, without demo data',
    { hasDemoData: false, user },
    { dataDir: join(process.cwd(), 'some/data') },
    ['The data is in some/data.', 'The password is printed only now.'],
    [everybody],
  ],
  [
    'a server, without demo data and a new user',
    { hasDemoData: false },
    { databaseUrl, allowedOrigins: ['http://localhost:5173'] },
    ['Allowed origin  http://localhost:5173'],
    ['password', 'secret'],
  ],
])('a platform whose data is in %s says who can use it', async (_, platform, options, said, unsaid) => {
  const { output } = await run(platform, options)
  for (const text of said) expect(output).toContain(text)
  for (const text of unsaid) expect(output).not.toContain(text)
})

test('a port that cannot be used is named in one line', () => {
  const denied = { code: 'EACCES', syscall: 'listen', message: 'permission denied' }
  expect(portError(denied, 80, 'npm start').message).toBe('Port 80 cannot be used: permission denied')
  const used = portError({ ...denied, code: 'EADDRINUSE' }, 65_535, 'npm start')
  expect(used.message).toBe('Port 65535 is in use. Use another port: npm start --port 65534')
  expect(portError({ ...denied, syscall: 'open' }, 80, 'npm start')).toBeUndefined()
})

test('the SDK and the platform support the same versions of Node', () => {
  expect(platform.engines).toEqual(manifest.engines)
})
