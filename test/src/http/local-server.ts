// HTTP servers for tests in Node.

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on this machine that answers as it is told, for the length of a test. Resolves with its address. */
export async function localServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  const url = await listen(server)
  onTestFinished(() => stop(server))
  return url
}

/** An address at which nobody listens. */
export async function deserted(): Promise<string> {
  const server = createServer()
  const url = await listen(server)
  await stop(server)
  return url
}

const listen = (server: Server) =>
  new Promise<string>(resolve =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)),
  )

const stop = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
