import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { proofOf } from '../../e2e/token/proof.js'
import { SOON } from '../../soon.js'
import { DOMAIN, platform, usePlatform } from '../local-platform.js'

usePlatform()

const SHOP = 'https://shop.brand.localhost'
const emailOf = (name: string) => `${name}-${randomUUID()}@example.com`

/** What happens to a request: the browser cannot reach the platform, or it keeps the cookie and loses the rest of the answer. */
type Fault = 'unreachable' | 'cut' | undefined

/** A page in a browser that keeps the program domain's cookie, before the platform. */
function openPage(carrier: 'cookie' | 'header', faultOf: (body: string) => Fault) {
  let cookie = ''
  const bodies: string[] = []
  const rewards = createRewards({
    domain: DOMAIN,
    consent: 'granted',
    carrier,
    async fetch(input, init) {
      const body = String(init?.body ?? '')
      const fault = faultOf(JSON.stringify([body, init?.headers]))
      bodies.push(body)
      if (fault === 'unreachable') throw new TypeError('Failed to fetch')
      const isCredentialed = init?.credentials === 'include'
      const request = new Request(input, init)
      request.headers.set('origin', SHOP)
      if (isCredentialed && cookie) request.headers.set('cookie', `svc_token=${cookie}`)
      const answer = await platform.fetch(request)
      const [, set] = /svc_token=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
      if (isCredentialed && set !== undefined) cookie = set
      if (fault === 'cut') throw new TypeError('network error')
      return answer
    },
  })
  return { rewards, bodies }
}

/** The addresses of those for whom the platform has recorded an event, as often as it has. */
async function recordedFor(partnerEventId: string): Promise<(string | null)[]> {
  const rows = await platform.db.query<{ email: string | null }>(
    'select email from events join persons using (person_id) where partner_event_id = $1',
    [partnerEventId],
  )
  return rows.map(({ email }) => email)
}

describe.each(['cookie', 'header'] as const)('an event that Ann has left waiting (%s)', carrier => {
  /** Ann has made a purchase that the platform does not have yet. */
  async function annWaits(faultOf: (body: string) => Fault = () => undefined) {
    const [ann, bob] = [emailOf('ann'), emailOf('bob')]
    let isDown = true
    const { rewards, bodies } = openPage(carrier, body =>
      isDown && body.includes('purchase') ? 'unreachable' : faultOf(body),
    )
    await rewards.identify({ email: ann })
    const id = randomUUID()
    const tracked = rewards.track('purchase', {}, { id })
    await vi.waitFor(() => expect(bodies.some(body => body.includes(id))).toBe(true), SOON)
    /** The platform takes purchases from now on. */
    const recover = () => {
      isDown = false
      return rewards.flush()
    }
    return { ann, bob, rewards, id, tracked, recover }
  }

  test('is hers where the answer that proves Bob is lost', async () => {
    const { ann, bob, rewards, id, tracked, recover } = await annWaits(body =>
      body.includes('-jwt') ? 'cut' : undefined,
    )
    await expect(rewards.verify(await proofOf({ email: bob }))).rejects.toMatchObject({ code: 'network_error' })
    await recover()
    await tracked
    expect(await recordedFor(id)).toEqual([ann])
  })

  test('is not Bob’s where her token died before he was proved', async () => {
    const { bob, rewards, id, recover } = await annWaits()
    await platform.db.query("update tokens set invalidated_at = now() - interval '1 hour'")
    await rewards.profile.get().catch(() => {})
    expect(rewards.consumer.level).toBe('anonymous')
    await rewards.verify(await proofOf({ email: bob }))
    expect(rewards.consumer.level).toBe('verified')
    await recover()
    expect(await recordedFor(id)).not.toContain(bob)
  })
})
