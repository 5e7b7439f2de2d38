import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

/** Handles the requests of one host. */
export type Site = (request: Request) => Response | Promise<Response>

export interface ServeOptions {
  /** The port. 0: any free port. */
  port: number
  /** With a certificate the port accepts only HTTPS. */
  certificate?: { cert: string; key: string }
  /** The sites by host name without a port. Sites can be added after the port is known. The site `*` gets the requests for all other hosts. Without sites, requests are answered with 503. */
  sites: Map<string, Site>
}

export interface Listener {
  port: number
  close(): Promise<void>
}

/** The addresses that a browser tries for `localhost`, in its order. Other machines cannot connect to them. */
const LOOPBACK = ['127.0.0.1', '::1']

/** The error codes of listening on `::1` on a machine without IPv6. */
const NO_IPV6_CODES = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** The number of free ports to try. A port that is free on IPv4 can be in use on IPv6. */
const ATTEMPTS = 5

/** How long `close()` waits for requests that are being processed. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Listens on the loopback addresses of this machine. Passes each request to the site of its `Host` header. Rejects with the
 * error of `listen`, such as `EADDRINUSE` or `EACCES`.
 */
export async function serve({ port, certificate, sites }: ServeOptions): Promise<Listener> {
  const respond = getRequestListener(request => handle(sites, request), { overrideGlobalObjects: false })
  const create = () => (certificate ? createTlsServer(certificate, respond) : createServer(respond as RequestListener))
  const servers = await listenOnLoopback(create, port)
  return {
    port: (servers[0]!.address() as AddressInfo).port,
    close: async () => {
      await Promise.all(servers.map(close))
    },
  }
}

function handle(sites: Map<string, Site>, request: Request) {
  const site = sites.get(new URL(request.url).hostname) ?? sites.get('*')
  if (site) return site(request)
  if (sites.size === 0)
    return new Response('The platform is starting.\n', { status: 503, headers: { 'Retry-After': '1' } })
  return new Response(`This host is not served. The hosts are ${[...sites.keys()].join(', ')}.\n`, { status: 421 })
}

async function listenOnLoopback(create: () => Server, port: number, attempt = 1): Promise<Server[]> {
  const servers: Server[] = []
  for (const address of LOOPBACK) {
    const server = create()
    try {
      await listen(server, servers.length ? (servers[0]!.address() as AddressInfo).port : port, address)
      servers.push(server)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (servers.length && NO_IPV6_CODES.includes(code)) continue
      await Promise.all(servers.map(close))
      if (port === 0 && code === 'EADDRINUSE' && attempt < ATTEMPTS) return listenOnLoopback(create, port, attempt + 1)
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

/** Waits for the requests that are being processed, but not longer than the time limit. */
function close(server: Server) {
  return new Promise<void>(resolve => {
    const timeout = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
    server.close(() => {
      clearTimeout(timeout)
      resolve()
    })
  })
}
