// A scripted platform for tests of the widgets: the test writes the content of each zone. local-platform.ts has the
// real one.

import { createRewards, type Rewards, type RewardsError } from '../../src/index.js'

interface Submission {
  event_name: string
  data?: Record<string, unknown>
}

/** The content of a zone: an object, JSON as text, or a whole response. */
export type Creative = object | string | Response

export interface Program {
  rewards: Rewards
  /** The zones that were requested, in order. */
  zones: Submission[]
  /** The events that arrived, in order. */
  events: Submission[]
  /** The details of `error` events. */
  errors: RewardsError[]
  /** Zone calls whose signal was aborted before they were answered. */
  aborted: string[]
  /** Loads a zone, which brings the first token: the call that brings it is never aborted, because other calls wait for it. */
  bringToken(): Promise<void>
}

/** The campaign of every zone. */
export const CAMPAIGN = 'a-campaign'

/** Each test has a program domain of its own: the runtime of an earlier test still exists, and would deliver the events that wait for its program. */
let programs = 0

/**
 * A runtime whose program domain answers every zone as the test says: for content that the platform itself would never
 * produce, and for answers that are late.
 */
export function createProgram(creative: (zone: Submission) => Creative | Promise<Creative>): Program {
  const program: Omit<Program, 'rewards' | 'bringToken'> = { zones: [], events: [], errors: [], aborted: [] }
  const rewards = createRewards({
    domain: `http://share-${++programs}.brand.localhost`,
    carrier: 'cookie',
    async fetch(input, init) {
      const { pathname } = new URL(String(input))
      const submission = JSON.parse(String(init?.body ?? '{}')) as Submission
      if (pathname === '/events') {
        program.events.push(submission)
        return respond({ id: 'an-event' })
      }
      // The SDK also asks, without a body, whether the address can be reached.
      if (pathname !== '/zones' || init?.method === 'HEAD') return new Response('{}', { status: 404 })
      program.zones.push(submission)
      const signal = init?.signal
      const gone = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          program.aborted.push(submission.event_name)
          reject(new DOMException('The call was aborted', 'AbortError'))
        })
      })
      // A creative that throws leaves nobody who waits for this.
      gone.catch(() => {})
      return respond(await Promise.race([creative(submission), gone]))
    },
  })
  rewards.addEventListener('error', ({ detail }) => program.errors.push(detail))
  async function bringToken() {
    await rewards.zone('first')
    program.zones.length = 0
  }
  return { ...program, rewards, bringToken }
}

function respond(creative: Creative): Response {
  if (creative instanceof Response) return creative
  const body = typeof creative === 'string' ? creative : JSON.stringify(creative)
  const headers = { 'x-svc-token': 'a-token', 'x-svc-campaign': CAMPAIGN, 'x-svc-input-event-id': 'an-event' }
  return new Response(body, { headers: { 'content-type': 'application/json', ...headers } })
}

/** An answer that arrives when `now` is called. */
export function later() {
  let now!: (creative: Creative) => void
  const answer = new Promise<Creative>(resolve => {
    now = resolve
  })
  return { answer, now }
}
