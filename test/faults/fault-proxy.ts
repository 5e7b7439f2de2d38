import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutDeduplication } from './deduplication.js'

/** One request of a browser, and all that can happen to it between the browser and the platform. */
export interface Exchange {
  /** Reads the request's body to its end. */
  read(): Promise<Buffer>
  /** Lets the platform act on the request. */
  ask(): Promise<Response>
  /** Hands an answer to the browser. */
  answer(response: Response): Promise<void>
  /** The same with half of the body, though all of it was announced. */
  answerHalf(response: Response): Promise<void>
  /** Ends the connection as a machine that was restarted does. */
  reset(): void
  /** The page's origin, for an answer that is to be readable. */
  origin: string
}

/** What happens to a request. `pass`: nothing at all; `refuse`: nobody listens at the program domain. */
export type Fault = 'pass' | 'refuse' | ((exchange: Exchange) => Promise<void> | void)

/** A program domain: the platform, with a network in front of it that can fail each event. */
export interface FaultProxy {
  port: number
  /** From now on every event meets the fault; what it met before is forgotten. */
  strike(fault: Fault): Promise<void>
  /** From now on every event reaches the platform, and its answer the browser. */
  mend(): Promise<void>
  /** How often the fault has fired. A refused connection is known to the browser alone. */
  readonly fired: number
  /** When events have arrived since the last fault began, by `performance.now()`. */
  readonly arrivals: number[]
  /** Whether the platform is still at work for somebody. */
  readonly busy: boolean
  /** When the platform's answers to them left here unharmed. */
  readonly answers: number[]
  close(): Promise<void>
}

export interface FaultProxyOptions {
  /** Answers what gets through. */
  platform(request: Request): Promise<Response>
  /** The program domain as the platform knows it. */
  programOrigin: string
  /** False: the platform cannot recognise an event that it has already. Default: it can. */
  deduplicates?: boolean
  /** True: a proof of identity meets no fault. Default: it does, as any event. */
  sparesProofs?: boolean
}

/** Both forms of the call (specification 4.3 and 6). A preflight is no event. */
const EVENTS = /^\/(events|api\/v6\/events|v6\/events)\b/

/** A port that was given up may be some connection's own for a moment. */
const RETRY_MS = 50

export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  let fault: Fault | undefined
  let fired = 0
  let arrivals: number[] = []
  let underWay = 0
  let answers: number[] = []

  const server = createServer(async (request, response) => {
    const isEvent = request.method === 'POST' && EVENTS.test(request.url!)
    const exchange = exchangeOf(request, response, isEvent, options)
    underWay++
    try {
      const isSpared = isEvent && options.sparesProofs && (await isProof(request, exchange))
      if (isEvent) arrivals.push(performance.now())
      if (isEvent && fault && !isSpared) fired++
      if (isEvent && typeof fault === 'function' && !isSpared) return await fault(exchange)
      await exchange.answer(await exchange.ask())
      if (isEvent) answers.push(performance.now())
    } catch {
      // The browser has left before it said all.
      request.socket.destroy()
    } finally {
      underWay--
    }
  })
  await listen(0)
  const { port } = server.address() as AddressInfo

  function listen(at: number) {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  }

  async function listenAgain() {
    while (!server.listening)
      await listen(port).catch(error => {
        if (error.code !== 'EADDRINUSE') throw error
        return sleep(RETRY_MS)
      })
  }

  async function hangUp() {
    const closed = new Promise(resolve => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  return {
    port,
    async strike(next) {
      fault = next
      fired = 0
      arrivals = []
      answers = []
      if (fault === 'refuse') await hangUp()
    },
    async mend() {
      fault = undefined
      await listenAgain()
    },
    get fired() {
      return fired
    },
    get arrivals() {
      return arrivals
    },
    get busy() {
      return underWay > 0
    },
    get answers() {
      return answers
    },
    async close() {
      if (server.listening) await hangUp()
    },
  }
}

function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  isEvent: boolean,
  { platform, programOrigin, deduplicates = true }: FaultProxyOptions,
): Exchange {
  let body: Promise<Buffer> | undefined
  const read = () => (body ??= readAll(request))

  async function head(answer: Response) {
    const content = Buffer.from(await answer.arrayBuffer())
    for (const [name, value] of answer.headers) response.appendHeader(name, value)
    response.setHeader('content-length', content.length)
    response.writeHead(answer.status)
    return content
  }

  return {
    read,
    origin: request.headers.origin ?? '',
    async ask() {
      const content = await read()
      return platform(
        new Request(new URL(request.url!, programOrigin), {
          method: request.method!,
          headers: endToEnd(request),
          ...(content.length && {
            body: isEvent && !deduplicates ? withoutDeduplication(content) : content.toString(),
          }),
        }),
      )
    },
    async answer(answer) {
      response.end(await head(answer))
    },
    async answerHalf(answer) {
      const content = await head(answer)
      response.write(content.subarray(0, content.length / 2), () => request.socket.destroy())
    },
    reset: () => void request.socket.resetAndDestroy(),
  }
}

/** A JWT goes in a header or in the body. */
const isProof = async ({ headers }: IncomingMessage, { read }: Exchange) =>
  'x-svc-jwt' in headers || (await read()).includes('"jwt":')

/** The headers that are not about this connection alone. */
function endToEnd({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct))
    if (!/^(host|connection|keep-alive|content-length|transfer-encoding)$/.test(name))
      for (const value of values ?? []) headers.append(name, value)
  return headers
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
