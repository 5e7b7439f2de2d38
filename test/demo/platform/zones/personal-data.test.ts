import { describe, expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../../demo/platform/index.js'
import { program, server, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const zone = async (token: string, name: string) => (await send(`/zones/${name}`, { token, json: {} })).json()

/** An advocate whose friend has made a purchase. */
async function advocate(email: string) {
  const token = await visit.verified(email)
  const { link } = await (await send('/api/v6/me/shareables/get-or-create', { token, json: {} })).json()
  const friend = tokenIn(await send(new URL(link, program).pathname))
  await send('/events', { token: friend, json: { event_name: 'purchase', data: { email: `friend-of-${email}` } } })
  return token
}

describe('the personal data in a zone', () => {
  test('are the consumer’s rewards and the results of their sharing', async () => {
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

  test('list the newest reward first', async () => {
    const token = await advocate('ivy@example.com')
    const { link } = await (await send('/api/v6/me/shareables/get-or-create', { token, json: {} })).json()
    const friend = tokenIn(await send(new URL(link, program).pathname))
    await send('/events', { token: friend, json: { event_name: 'purchase', data: { email: 'next@example.com' } } })
    const rows = await visit.rows<{ reward_id: string }>(
      `select reward_id from rewards join persons using (person_id) where email = 'ivy@example.com' order by rewards.position desc`,
    )
    const { rewards } = await zone(token, 'bankable_rewards')
    expect(rows).toHaveLength(2)
    expect(rewards.map(({ reward_id }: { reward_id: string }) => ({ reward_id }))).toEqual(rows)
  })

  test('are null for a consumer who is not verified', async () => {
    await advocate('eda@example.com')
    const token = await visit.identified('eda@example.com')
    expect(await zone(token, 'bankable_rewards')).toMatchObject({ rewards: null })
    expect(await zone(token, 'advocate_stats_embedded')).toMatchObject({ totals: null })
  })

  test('are created only for the placeholders of the zone, and the number of friends is null, too', async () => {
    const texts = { '{{friends}}': 'x', quoted: '"{{friends}}"', within: 'At {{landing_url}}' }
    const zones = {
      friendly: JSON.stringify({ creatives: [{ content: { friends: '{{friends}}', rows: ['{{friends}}'] } }] }),
      text: JSON.stringify({ creatives: [{ type: 'text', content: '"{{friends}}"' }] }),
      keyed: JSON.stringify({ creatives: [{ content: texts }] }),
    }
    await addVersion(visit.platform, { zones, editorId: 'ida', message: '', publish: true, at: new Date(visit.now) })
    const token = await advocate('fred@example.com')
    expect(await zone(token, 'friendly')).toEqual({ friends: 1, rows: [1] })
    expect(await zone(token, 'keyed')).toEqual(texts)
    const text = await send('/zones/text', { token, json: {} })
    expect(await text.text()).toBe('"{{friends}}"')
    const forEverybody = await send(`${server}/v5/zones/text`, { token: demo.serverToken })
    expect(await forEverybody.text()).toBe('"{{friends}}"')
    expect(await zone(await visit.identified('fred@example.com'), 'friendly')).toEqual({ friends: null, rows: [null] })
    await zone(await visit.identified('linkless@example.com'), 'friendly')
    const links = `select 1 from shareables join persons using (person_id) where email = 'linkless@example.com'`
    expect(await visit.rows(links)).toEqual([])
  })

  test('have the clicks of others in each of the last twelve weeks, which begin on Monday', async () => {
    const zones = { weekly: JSON.stringify({ creatives: [{ content: { series: '{{clicks_by_week}}' } }] }) }
    await addVersion(visit.platform, { zones, editorId: 'ida', message: '', publish: true, at: new Date(visit.now) })
    const token = await visit.verified('wendy@example.com')
    const { link } = await (await send('/api/v6/me/shareables/get-or-create', { token, json: {} })).json()
    const visits = async (day: string, count: number) => {
      for (let number = 0; number < count; number++) tokenIn(await send(new URL(link, program).pathname))
      await visit.rows(
        `update clicks set clicked_at = $1 where clicked_at = $2 and code = (select code from shareables
           where person_id = (select person_id from persons where email = 'wendy@example.com'))`,
        [day, new Date(visit.now)],
      )
    }
    // The clock is at Friday, May 1.
    await visits('2026-02-08T23:59:59Z', 1)
    await visits('2026-02-09T00:00:00Z', 2)
    await visits('2026-04-26T23:59:59Z', 1)
    await visits('2026-04-27T00:00:00Z', 3)
    // Their own click does not count.
    await send(new URL(link, program).pathname, { cookie: token })
    const { series } = await zone(token, 'weekly')
    expect(series.name).toBe('clicks')
    expect(series.points).toHaveLength(12)
    expect(series.points.filter(({ value }: { value: number }) => value)).toEqual([
      { date: '2026-02-09', value: 2 },
      { date: '2026-04-20', value: 1 },
      { date: '2026-04-27', value: 3 },
    ])
    expect((await zone(await visit.identified('wendy@example.com'), 'weekly')).series).toBeNull()
  })

  test('have the card of the consumer’s link in the language of the page, with what the link leads to', async () => {
    const zones = {
      shared: JSON.stringify({ creatives: [{ content: { shareable: '{{shareable}}', card: '{{link_card}}' } }] }),
    }
    await addVersion(visit.platform, { zones, editorId: 'ida', message: '', publish: true, at: new Date(visit.now) })
    const token = await visit.identified('cara@example.com')
    const card = async (data: object) => (await (await send('/zones/shared', { token, json: data })).json()).card
    const english = {
      title: '$20 off your first order at Juniper',
      description: 'A friend sends you $20 for your home and garden.',
      image_url: `${shop}/images/card.jpg`,
    }
    expect(await card({})).toEqual(english)
    expect(await card({ locale: 'es_MX' })).toEqual({
      title: '20 $ de descuento en tu primer pedido en Juniper',
      description: 'De parte de una persona amiga, para tu casa y tu jardín.',
      image_url: english.image_url,
    })
    expect(await card({ locale: 7 })).toEqual(english)
    const content = { partner_content_id: 'fern', title: 'Fern', url: `${shop}/fern` }
    expect(await card({ content })).toEqual({ ...english, title: 'Fern' })
    expect(await card({ content: { ...content, title: 'Tall fern' } })).toEqual({ ...english, title: 'Tall fern' })
  })

  test('do not include data of other consumers', async () => {
    await advocate('ada@example.org')
    const token = await visit.verified('oda@example.com')
    expect(await zone(token, 'bankable_rewards')).toMatchObject({ rewards: [] })
    expect((await zone(token, 'advocate_stats_embedded')).totals).toMatchObject({ clicks: 0, earned: null })
  })

  test('show the sum in a currency, else in another unit, and never percentages', async () => {
    const token = await advocate('ira@example.com')
    const earnedAs = async (type: string) => {
      await visit.rows(
        `update rewards set face_value = 500, face_value_type = $1 where reward_id in
           (select reward_id from rewards join persons using (person_id) where email = 'ira@example.com' order by position limit 1)`,
        [type],
      )
      return (await zone(token, 'advocate_stats_embedded')).totals.earned
    }
    await visit.rows(
      `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, journey_name, face_value, face_value_type, reward_supplier_id,
         container, data, created_at, once_per, event_time, reward_type, state)
       select 'in usd', 'in usd', person_id, event_id, campaign_id, journey_name, 40, 'USD', reward_supplier_id,
         container, data, created_at, once_per, event_time, reward_type, state
       from rewards where person_id = (select person_id from persons where email = 'ira@example.com') limit 1`,
    )
    expect(await earnedAs('POINTS')).toEqual({ value: 40, type: 'USD' })
    await visit.rows(`delete from reward_states where reward_id = 'in usd'`)
    await visit.rows(`delete from rewards where reward_id = 'in usd'`)
    expect(await earnedAs('POINTS')).toEqual({ value: 500, type: 'POINTS' })
    expect(await earnedAs('PERCENT_OFF')).toBeNull()
  })

  test('do not count rewards that were canceled or have failed', async () => {
    const token = await advocate('una@example.com')
    await visit.rows(`update rewards set state = 'REVOKED'`)
    expect((await zone(token, 'advocate_stats_embedded')).totals).toMatchObject({ conversions: 1, earned: null })
  })
})
