import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { newSession, type TimeLimits } from './web-driver.js'

/** For what never answers. What answers has as long on a busy machine. */
const SHORT: TimeLimits = { pageMs: 1_000, answerMs: 2_000 }

let stop = () => {}
afterEach(() => stop())

/** A driver whose answers are the test's: by method and path of the command. Without one it never answers. */
async function driver(answers: Record<string, object | null | undefined>) {
  const respond: RequestListener = ({ method, url }, response) => {
    const value = { 'POST /session': { sessionId: 's' }, ...answers }[`${method} ${url}`.replace('/session/s', '')]
    if (value !== undefined) response.end(JSON.stringify({ value }))
  }
  const server = createServer(respond).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('A command resolves with what the browser answers', async () => {
  const session = await newSession(await driver({ 'GET /cookie': [{ name: 'a' }] }), {})
  expect(await session.command('GET', '/cookie')).toEqual([{ name: 'a' }])
})

test('An error names the command that the browser refuses', async () => {
  const refusal = { error: 'timeout', message: '' }
  const session = await newSession(await driver({ 'POST /url': refusal }), {})
  await expect(session.command('POST', '/url', { url: 'https://shop.example/' })).rejects.toThrow(
    'WebDriver: POST /url {"url":"https://shop.example/"}: timeout',
  )
})

test('An error says that the browser does not start', async () => {
  const service = await driver({ 'POST /session': undefined })
  await expect(newSession(service, {}, SHORT)).rejects.toThrow('WebDriver: start the browser: no answer within 2000 ms')
})

test('An error names the command that hangs: further commands fail with it at once, and the browser can be closed', async () => {
  const session = await newSession(await driver({ 'GET /cookie': [], 'DELETE ': null }), {}, SHORT)
  const message = 'WebDriver: POST /refresh {}: no answer within 2000 ms'
  await expect(session.command('POST', '/refresh')).rejects.toThrow(message)
  await expect(session.command('GET', '/cookie')).rejects.toThrow(message)
  expect(await session.close()).toBeNull()
})

test('An error says that the browser does not close', async () => {
  const session = await newSession(await driver({}), {}, SHORT)
  await expect(session.close()).rejects.toThrow('WebDriver: close the browser: no answer within 2000 ms')
})

test('An error says that the driver has ended', async () => {
  const session = await newSession(await driver({}), {})
  stop()
  await expect(session.command('GET', '/url')).rejects.toThrow('WebDriver: GET /url: the driver cannot be reached')
})
