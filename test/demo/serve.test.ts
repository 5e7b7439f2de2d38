import { Agent, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LoggedRequest, logged } from '../../demo/request-log.js'
import { type Listener, type Site, serve } from '../../demo/serve.js'

let listener: Listener
let log: LoggedRequest[]

beforeEach(async () => {
  log = []
  const say =
    (name: string): Site =>
    async asked =>
      new Response(`${name} ${asked.url} ${await asked.text()}`)
  const sites = new Map([
    ['shop.brand.localhost', say('shop')],
    ['share.brand.localhost', logged(say('program'), log)],
  ])
  listener = await serve({ port: 0, sites })
})

afterEach(() => listener.close())

describe('One port', () => {
  it('hands each request to the site its Host names', async () => {
    const { port } = listener
    expect(await ask('shop.brand.localhost')).toEqual([200, `shop http://shop.brand.localhost:${port}/path `])
    expect(await ask('share.brand.localhost', 'hello')).toEqual([
      200,
      `program http://share.brand.localhost:${port}/path hello`,
    ])
  })

  it('answers 421 to a host that nobody has, naming those there are', async () => {
    const [status, text] = await ask('elsewhere.localhost')
    expect(status).toBe(421)
    expect(text).toContain('shop.brand.localhost')
  })

  it('is refused where it is taken', async () => {
    await expect(serve({ port: listener.port, sites: new Map() })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('is free again once closed, though a client keeps its connection', async () => {
    await ask('shop.brand.localhost', '', new Agent({ keepAlive: true }))
    await listener.close()
    listener = await serve({ port: listener.port, sites: new Map() })
    expect((await ask('shop.brand.localhost'))[0]).toBe(421)
  })
})

describe('The log', () => {
  it('has what arrived at a site, and how it was answered', async () => {
    await ask('shop.brand.localhost')
    await ask('share.brand.localhost', 'hello')
    expect(log).toHaveLength(1)
    const url = `http://share.brand.localhost:${listener.port}/path`
    expect(log[0]).toMatchObject({ method: 'POST', url, body: 'hello', status: 200 })
    expect(log[0]!.headers.get('content-length')).toBe('5')
  })
})

/** By `node:http`: `fetch` would not send a `Host` other than where it connects to. */
function ask(host: string, body = '', agent?: Agent) {
  return new Promise<[number, string]>((resolve, reject) => {
    const headers = { Host: `${host}:${listener.port}`, 'Content-Length': Buffer.byteLength(body) }
    const options = {
      host: '127.0.0.1',
      port: listener.port,
      path: '/path',
      method: body ? 'POST' : 'GET',
      headers,
      agent: agent ?? false,
    }
    const asking = request(options, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => resolve([answer.statusCode!, text]))
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
