// A page and its program on the local platform, for tests of the doctor. A test breaks one thing, as a careless set-up does.

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Site, serve } from '../../demo/platform/serve.js'
import { examine } from '../../doctor/examine.js'
import type { Finding } from '../../doctor/finding.js'
import type { Question } from '../../doctor/visit.js'
import { startPlatform } from '../start-platform.js'

/** The file that the program domain serves as `rewards.js`. The doctor does not run it. */
export const SCRIPT = `/*! rewards-web-sdk */${' '.repeat(100)}`
export const HASH = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`

/** The headers of the files of the SDK. */
export const FILE = {
  'content-type': 'text/javascript; charset=utf-8',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300',
}
export const FOR_EVER = { ...FILE, 'cache-control': 'public, max-age=31536000, immutable' }

/** Answers in the place of the platform, or changes its answer. */
export type Fault = (request: Request, next: () => Promise<Response>) => Response | Promise<Response>

export interface Shop {
  readonly page: string
  /** The page at an address of another site, which the program does not know: that of a development server. */
  readonly pageOfOtherSite: string
  readonly program: string
  /** What the page consists of: its HTML, and its headers. */
  show(html: string, headers?: Record<string, string>): void
  /** Breaks the program domain. */
  breakProgram(fault: Fault): void
  /** The findings of the doctor about one kind of thing. */
  findings(check: Finding['check'], question?: Partial<Question>): Promise<Finding[]>
}

/** The healthy page. `{program}` stands for the program domain. */
export const HEALTHY = `<!doctype html><html lang="en"><script async src="{program}/rewards.js"></script>
  <rewards-zone name="share_experience"></rewards-zone>`

export function useShop(): Shop {
  let origins: { page: string; program: string }
  let shown: { html: string; headers: Record<string, string> }
  let fault: Fault | undefined
  const closers: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const sites = new Map<string, Site>()
    const listener = await serve({ port: 0, sites })
    closers.push(listener.close)
    origins = {
      page: `http://shop.brand.localhost:${listener.port}`,
      program: `http://share.brand.localhost:${listener.port}`,
    }
    const platform = await startPlatform({
      programOrigin: origins.program,
      serverOrigin: `http://api.brand.localhost:${listener.port}`,
      landingUrl: `${origins.page}/`,
      allowedOrigins: [origins.page],
    })
    closers.unshift(platform.close)
    const program = (request: Request) => fileOf(request) ?? platform.fetch(request)
    sites.set('share.brand.localhost', async request =>
      fault ? fault(request, async () => program(request)) : program(request),
    )
    const page = async () =>
      new Response(shown.html.replaceAll('{program}', origins.program), {
        headers: { 'content-type': 'text/html', ...shown.headers },
      })
    for (const host of ['shop.brand.localhost', 'localhost']) sites.set(host, page)
  })
  beforeEach(() => {
    fault = undefined
    shown = { html: HEALTHY, headers: {} }
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })

  return {
    get page() {
      return origins.page
    },
    get pageOfOtherSite() {
      return origins.page.replace('shop.brand.localhost', 'localhost')
    },
    get program() {
      return origins.program
    },
    show(html, headers = {}) {
      shown = { html, headers }
    },
    breakProgram(given) {
      fault = given
    },
    async findings(check, question = {}) {
      const { findings } = await examine({ page: new URL(origins.page), ...question })
      return findings.filter(each => each.check === check)
    },
  }
}

/** The files of the SDK, in the version 1.2.3. */
function fileOf({ url }: Request): Response | undefined {
  const { pathname } = new URL(url)
  const compressed = { 'content-encoding': 'gzip' }
  if (pathname === '/integrity.json')
    return Response.json({ version: '1.2.3', files: { 'rewards-1.2.3/rewards.js': HASH } })
  if (pathname === '/rewards.js') return new Response(zipped(), { headers: { ...FILE, ...compressed } })
  return pathname === '/rewards-1.2.3/rewards.js'
    ? new Response(zipped(), { headers: { ...FOR_EVER, ...compressed } })
    : undefined
}

const zipped = () => new Uint8Array(gzipSync(SCRIPT))
