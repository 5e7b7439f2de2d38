import { expect, onTestFinished, test, vi } from 'vitest'
// @ts-expect-error: the commands run before packages are installed, so they are plain JavaScript without types.
import { CommandError, checkNode, portError } from '../../demo/platform/command/command.js'
// @ts-expect-error: see above.
import { runPlatform } from '../../demo/platform/command/platform-command.js'
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
