import { describe, expect, test } from 'vitest'
import { program, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const zone = async (token: string, name: string) => (await send(`/zones/${name}`, { token, json: {} })).json()

/** An advocate whose friend has bought. */
async function advocate(email: string) {
  const token = await visit.verified(email)
  const { link } = await (await send('/api/v6/me/shareables/get-or-create', { token, json: {} })).json()
  const friend = tokenIn(await send(new URL(link, program).pathname))
  await send('/events', { token: friend, json: { event_name: 'purchase', data: { email: `friend-of-${email}` } } })
  return token
}

describe('what a zone says of a consumer’s own', () => {
  test('is their rewards and what their sharing has brought', async () => {
    const token = await advocate('ida@example.com')
    const { rewards } = await zone(token, 'bankable_rewards')
    expect(rewards).toMatchObject([{ state: 'EARNED', face_value: 20, face_value_type: 'USD' }])
    expect((await zone(token, 'advocate_stats_embedded')).totals).toEqual({
      shares: 0,
      clicks: 1,
      conversions: 1,
      earned: { value: 20, type: 'USD' },
    })
  })

  test('is nothing for who has only said who they are', async () => {
    await advocate('eda@example.com')
    const token = await visit.identified('eda@example.com')
    expect(await zone(token, 'bankable_rewards')).toMatchObject({ rewards: null })
    expect(await zone(token, 'advocate_stats_embedded')).toMatchObject({ totals: null })
  })

  test('is nobody else’s', async () => {
    await advocate('ada@example.org')
    const token = await visit.verified('oda@example.com')
    expect(await zone(token, 'bankable_rewards')).toMatchObject({ rewards: [] })
    expect((await zone(token, 'advocate_stats_embedded')).totals).toMatchObject({ clicks: 0, earned: null })
  })

  test('counts no reward that came to nothing', async () => {
    const token = await advocate('una@example.com')
    await visit.rows(`update rewards set state = 'REVOKED'`)
    expect((await zone(token, 'advocate_stats_embedded')).totals).toMatchObject({ conversions: 1, earned: null })
  })
})
