import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

/** Answers the requests of one host. */
export type Site = (request: Request) => Response | Promise<Response>

export interface ServeOptions {
  /** 0: any free port. */
  port: number
  /** With a certificate the port speaks HTTPS, and nothing else. */
  certificate?: { cert: string; key: string }
  /** Who answers, by host name without a port. May be filled once the port is known. */
  sites: Map<string, Site>
}

export interface Listener {
  port: number
  close(): Promise<void>
}

/** Addresses a browser tries for `localhost`, in its order. Nothing outside this machine is ever listened to. */
const LOOPBACK = ['127.0.0.1', '::1']

/** What listening on `::1` answers where the machine has no IPv6. */
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** Times another free port is looked for, when the one that IPv4 got is in use on IPv6. */
const ATTEMPTS = 5

/** How long a request under way may keep the port from closing. */
const PATIENCE_MS = 1_000

/** Listens on this machine's loopback addresses and hands each request to the site its `Host` names. Rejects as `listen` does: `EADDRINUSE`, `EACCES`. */
export async function serve({ port, certificate, sites }: ServeOptions): Promise<Listener> {
  const respond = getRequestListener(request => answer(sites, request), { overrideGlobalObjects: false })
  const create = () => (certificate ? createTlsServer(certificate, respond) : createServer(respond as RequestListener))
  const servers = await listenEverywhere(create, port)
  return {
    port: (servers[0]!.address() as AddressInfo).port,
    close: async () => {
      await Promise.all(servers.map(close))
    },
  }
}

function answer(sites: Map<string, Site>, request: Request) {
  const site = sites.get(new URL(request.url).hostname)
  if (site) return site(request)
  return new Response(`Nothing lives here. Try ${[...sites.keys()].join(', ')}.\n`, { status: 421 })
}

async function listenEverywhere(create: () => Server, port: number, attempt = 1): Promise<Server[]> {
  const servers: Server[] = []
  for (const address of LOOPBACK) {
    const server = create()
    try {
      await listen(server, servers.length ? (servers[0]!.address() as AddressInfo).port : port, address)
      servers.push(server)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (servers.length && NO_IPV6.includes(code)) continue
      await Promise.all(servers.map(close))
      if (port === 0 && code === 'EADDRINUSE' && attempt < ATTEMPTS) return listenEverywhere(create, port, attempt + 1)
      throw error
    }
  }
  return servers
}

function listen(server: Server, port: number, address: string) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Lets what is being answered be answered. A browser that keeps asking is not waited for. */
function close(server: Server) {
  return new Promise<void>(resolve => {
    const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
    server.close(() => {
      clearTimeout(impatience)
      resolve()
    })
  })
}
