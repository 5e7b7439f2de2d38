// A receiver of webhooks on loopback. It records what it gets, and answers as a test says.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedMessage {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  /** The messages, oldest first. */
  received: ReceivedMessage[]
  /** Answers a message. Default: with 204. */
  answer: (response: ServerResponse, message: ReceivedMessage) => void
  close(): Promise<void>
}

const accept = (response: ServerResponse) => void response.writeHead(204).end()

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const message = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    receiver.received.push(message)
    receiver.answer(response, message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: accept,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Answers with a status. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('a body that nobody reads')
