import { Agent } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Listener, type Site, serve } from '../../../demo/platform/serve.js'
import { type LoggedRequest, logged } from '../../request-log.js'
import { ask } from '../ask.js'

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

const at = (host: string) => `http://${host}:${listener.port}/path`

describe('the listener', () => {
  it('passes each request to the site of its Host header', async () => {
    const shop = at('shop.brand.localhost')
    const program = at('share.brand.localhost')
    expect(await (await ask(shop)).text()).toBe(`shop ${shop} `)
    expect(await (await ask(program, { method: 'POST', body: 'hello' })).text()).toBe(`program ${program} hello`)
  })

  it('responds with 421 and the list of hosts to an unknown host', async () => {
    const answer = await ask(at('elsewhere.localhost'))
    expect(answer.status).toBe(421)
    expect(await answer.text()).toContain('shop.brand.localhost')
  })

  it('asks to try again while there are no sites yet', async () => {
    await listener.close()
    listener = await serve({ port: 0, sites: new Map() })
    const answer = await ask(at('shop.brand.localhost'))
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1'])
  })

  it('passes the requests for all other hosts to the site *', async () => {
    await listener.close()
    const other: Site = async ({ url }) => new Response(`other ${url}`)
    listener = await serve({ port: 0, sites: new Map([['*', other]]) })
    const url = at('friends.brand.localhost')
    expect(await (await ask(url)).text()).toBe(`other ${url}`)
  })

  it('rejects with EADDRINUSE if the port is in use', async () => {
    await expect(serve({ port: listener.port, sites: new Map() })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('finishes a request that is being processed before it closes', async () => {
    let close: Promise<void> | undefined
    const shop: Site = async () => {
      close = listener.close()
      return new Response('still here')
    }
    await listener.close()
    listener = await serve({ port: 0, sites: new Map([['shop.brand.localhost', shop]]) })
    expect(await (await ask(at('shop.brand.localhost'))).text()).toBe('still here')
    await close
    await expect(ask(at('shop.brand.localhost'))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('ends the requests that are being processed a second after it is closed', async () => {
    let begin = () => {}
    const begun = new Promise<void>(resolve => {
      begin = resolve
    })
    const endless: Site = () => {
      begin()
      return new Promise(() => {})
    }
    await listener.close()
    listener = await serve({ port: 0, sites: new Map([['shop.brand.localhost', endless]]) })
    const ended = ask(at('shop.brand.localhost')).catch(error => error.code)
    await begun
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const close = listener.close()
    await vi.advanceTimersByTimeAsync(999)
    expect(await Promise.race([ended, 'waits'])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(await ended).toBe('ECONNRESET')
    await close
  })

  it('frees its port when it is closed, even if a client keeps its connection open', async () => {
    await ask(at('shop.brand.localhost'), { agent: new Agent({ keepAlive: true }) })
    await listener.close()
    listener = await serve({ port: listener.port, sites: new Map() })
    expect((await ask(at('shop.brand.localhost'))).status).toBe(503)
  })
})

describe('the log', () => {
  it('contains the requests of a site and the status of each response', async () => {
    const url = at('share.brand.localhost')
    await ask(at('shop.brand.localhost'))
    await ask(url, { method: 'POST', body: 'hello', headers: { 'X-Who': 'me' } })
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ method: 'POST', url, body: 'hello', status: 200 })
    expect(log[0]!.headers.get('x-who')).toBe('me')
  })
})
