// Whatever a field contains, a widget shows something or reports why not, and each of its controls can be pressed.

import { expect, test } from 'vitest'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import type { Tab } from '../tab.js'
import { type ContentCase, contentCases, knownKeys, widgets } from './content-cases.js'
import { PROBE } from './probe.js'

/** The widgets that an anonymous consumer sees. The others need a verified consumer. */
const PUBLIC = ['share', 'cta', 'offer', 'verify']

/** A busy machine takes a minute to draw 300 zones in Firefox, and another one to look at them. */
const ZONES_OF_PAGE = 110

export function describeFields(newTab: () => Promise<Tab>, shown = widgets) {
  /** The content of each zone. */
  const contents = new Map<string, object>()
  let page = ''

  const visit = useDemo({
    https: true,
    wrapSite: site => async request => {
      const { pathname } = new URL(request.url)
      if (pathname === '/every-field') return new Response(page, { headers: { 'content-type': 'text/html' } })
      // Until the browser shows the page the cookie of a new token, a zone is asked for with the token in the header.
      const isApi = pathname === '/api/v6/zones'
      if ((pathname !== '/zones' && !isApi) || request.method !== 'POST') return site(request)
      const { event_name } = await request.clone().json()
      const answer = await site(request)
      const content = contents.get(event_name)
      if (!content) return answer
      const headers = new Headers(answer.headers)
      headers.set('content-type', 'application/json')
      headers.delete('content-length')
      const answered = isApi ? { event_id: null, campaign_id: null, data: content } : content
      return new Response(JSON.stringify(answered), { headers })
    },
  })

  const partsOf = (widget: string, level: string) => {
    const cases = contentCases(widget)
    return Array.from({ length: Math.ceil(cases.length / ZONES_OF_PAGE) }, (_, part) => {
      const start = part * ZONES_OF_PAGE
      return { widget, level, part: part + 1, cases: cases.slice(start, start + ZONES_OF_PAGE) }
    })
  }

  test.each([
    ...shown.filter(widget => PUBLIC.includes(widget)).flatMap(widget => partsOf(widget, 'anonymous')),
    ...shown
      .filter(widget => widget === 'share' || !PUBLIC.includes(widget))
      .flatMap(widget => partsOf(widget, 'verified')),
  ])('no field of $widget can leave a consumer who is $level before nothing, part $part', async ({
    widget,
    level,
    part,
    cases,
  }) => {
    const zones = cases.map((_, index) => `${widget}_${level}_${part}_${index}`)
    for (const [index, zone] of zones.entries()) contents.set(zone, cases[index]!.content)
    page = `<!doctype html><html lang="en"><title>Every field</title><style>body { margin: 0; width: 320px }</style>
    <script>${PROBE}</script>
    <script async src="${visit.demo.origins.program}/rewards.js"></script><body></body></html>`
    const proof = level === 'verified' ? await proofOf({ email: 'every-field@example.com' }) : ''
    const tab = await newTab()
    await tab.open(`${visit.demo.origins.shop}/every-field`)
    await tab.evaluate(`addZones(${JSON.stringify(zones)}, ${JSON.stringify(proof)})`)
    await expect.poll(() => tab.evaluate('unsettled()'), SOON).toEqual([])
    const problems = (await tab.evaluate('findProblems()')) as [zone: string | null, problem: string][]
    expect(
      problems.map(([zone, problem]) => `${zone ? describeCase(cases[zones.indexOf(zone)]!) : 'page'}: ${problem}`),
    ).toEqual([])
    const keys = (await tab.evaluate(`readKeys(${JSON.stringify(widget)})`)) as string[]
    expect(keys.filter(key => !knownKeys(widget).includes(key))).toEqual([])
  })
}

const describeCase = ({ field, value }: ContentCase) =>
  field ? `${field} is ${JSON.stringify(value).slice(0, 40)}` : 'good content'
