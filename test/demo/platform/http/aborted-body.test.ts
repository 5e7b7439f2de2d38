import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Site, serve } from '../../../../demo/platform/serve.js'
import { SOON } from '../../../soon.js'
import { codeOf, program, server, usePlatform } from '../use-platform.js'

/** Bodies that do not arrive as announced, over a real connection. */
const visit = usePlatform()
let port: number
let close: () => Promise<void>
let answered: Promise<Response>

beforeAll(async () => {
  const sites = new Map<string, Site>()
  const listener = await serve({ port: 0, sites })
  port = listener.port
  close = listener.close
  for (const origin of [program, server])
    sites.set(new URL(origin).hostname, request => {
      const { pathname, search } = new URL(request.url)
      const response = visit.platform.fetch(new Request(new URL(pathname + search, origin), request))
      answered = response.then(each => each.clone())
      return response
    })
})
afterAll(() => close())

/** Sends the head of a request and the beginning of its body. */
function begin(origin: string, path: string, announced: number) {
  const socket = connect(port, '127.0.0.1')
  const { hostname } = new URL(origin)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n{"data":`,
  )
  return socket
}

const calls = [
  [program, '/api/v5/token'],
  [program, '/events'],
  [server, '/v4/tokens'],
] as const

test.each(
  calls,
)('an interrupted body is an error of the client, not of the platform, for %s%s', async (origin, path) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  answered = Promise.resolve(new Response())
  const before = answered
  const socket = begin(origin, path, 1000)
  await vi.waitUntil(() => answered !== before, SOON)
  socket.destroy()
  expect(await codeOf(await answered)).toBe('binding_error')
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})

test.each(
  calls,
)('a body that is announced as too large is rejected before it arrives, by %s%s', async (origin, path) => {
  const socket = begin(origin, path, 50_000_000)
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(path === '/events' ? /^HTTP\/1.1 200/ : /^HTTP\/1.1 413/)
  expect(String(head)).toMatch('request_too_large')
  socket.destroy()
})
