// Requests from Node to the demo's hosts.

import * as http from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: string
  agent?: http.Agent
}

/**
 * Like `fetch`, for `*.localhost`: browsers resolve these names, but Node does not. Each call has its own connection and accepts
 * any certificate.
 */
export async function ask(url: string, { body, headers, agent, ...question }: Question = {}) {
  const { protocol, host, port, pathname, search } = new URL(url)
  const { Agent, request } = protocol === 'https:' ? https : http
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const address = { host: '127.0.0.1', port, path: pathname + search, headers: { ...headers, Host: host } }
    request({ ...question, ...address, agent: agent ?? new Agent(), rejectUnauthorized: false }, resolve)
      .on('error', reject)
      .end(body)
  })
  const answered = new Headers()
  for (const [name, value] of Object.entries(response.headersDistinct)) answered.set(name, value!.join(', '))
  return new Response(await text(response), { status: response.statusCode, headers: answered })
}
