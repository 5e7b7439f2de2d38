import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { platform, recordedFor, usePlatform } from '../local-platform.js'
import { emailOf, type Fault, openLossyPage } from '../lossy-page.js'

usePlatform()

describe.each(['cookie', 'header'] as const)('an event that waits when Ann leaves (%s)', carrier => {
  /** Ann has made a purchase that the platform does not have yet. */
  async function annWaits(faultOf: (body: string) => Fault = () => undefined) {
    const [ann, bob] = [emailOf('ann'), emailOf('bob')]
    let isDown = true
    const { rewards, bodies } = openLossyPage({
      carrier,
      faultOf: request => (isDown && request.includes('purchase') ? 'unreachable' : faultOf(request)),
    })
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

  test('belongs to Ann if the answer that verifies Bob is lost', async () => {
    const { ann, bob, rewards, id, tracked, recover } = await annWaits(body =>
      body.includes('-jwt') ? 'cut' : undefined,
    )
    await expect(rewards.verify(await proofOf({ email: bob }))).rejects.toMatchObject({ code: 'network_error' })
    await recover()
    await tracked
    expect(await recordedFor(id)).toEqual([ann])
  })

  test('is not recorded for Bob if Ann’s token died before he was verified', async () => {
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
