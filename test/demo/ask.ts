import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: string
  agent?: Agent
}

/** `fetch` for `*.localhost`, a name that browsers resolve by themselves and Node does not. Each call has its own connection. */
export async function ask(url: string, { body, headers, agent = new Agent(), ...question }: Question = {}) {
  const { host, port, pathname, search } = new URL(url)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, headers: { ...headers, Host: host }, agent }
    request({ ...question, ...options }, resolve)
      .on('error', reject)
      .end(body)
  })
  return new Response(await text(answer), { status: answer.statusCode })
}
