import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../../src/index.js'
import { usePlatform } from '../local-platform.js'
import { page } from '../page.js'

usePlatform()

const someone = () => ({ email: `${randomUUID()}@example.com` })

describe('a consumer', () => {
  test('is nobody after a logout, and the token is dead', async () => {
    const { rewards, tokens, sent, told } = page()
    await rewards.identify(someone())
    await rewards.logout()
    expect(rewards.consumer).toEqual({ level: 'anonymous', scopes: [], identity_id: null, expires_at: null })
    expect(told.consumer.at(-1)).toMatchObject({ level: 'anonymous' })
    expect(sent('DELETE /api/v5/token')).toBe(1)
    const old = [...tokens].at(-1)!
    await rewards.zone('terms')
    await rewards.profile.get()
    expect([...tokens].at(-1)).not.toBe(old)
  })

  test('has what is tracked as soon as somebody has logged out: it is the next consumer’s', async () => {
    const { rewards, told } = page()
    await rewards.identify(someone())
    const tracked: Promise<Receipt>[] = []
    const listen = () => tracked.push(rewards.track('page_view'))
    rewards.addEventListener('consumer', listen, { once: true })
    await rewards.logout()
    expect(await Promise.all(tracked)).toMatchObject([{ event_id: expect.any(String) }])
    expect(told.error).toEqual([])
  })
})
