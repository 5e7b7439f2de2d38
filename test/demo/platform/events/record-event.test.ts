import { describe, expect, test } from 'vitest'
import { tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const named = (event_name: string, data: object = {}) => ({ event_name, data })

describe('a repeated partner_event_id', () => {
  const purchase = named('purchase', { partner_event_id: 'order-1' })
  const submit = async (token: string, json: object = purchase) =>
    (await (await send('/api/v6/events', { token, json })).json()).id

  test('returns the id of the first event and records nothing', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    expect(await submit(token)).toBe(first)
    const rows = await visit.rows('select 1 from steps where event_id = $1', [first])
    expect(rows).toHaveLength(1)
  })

  test('counts as a repetition after the consumer was identified', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    const response = await send('/api/v6/events', { token, json: named('identify', { email: 'ann@example.com' }) })
    expect(await submit(tokenIn(response))).toBe(first)
  })

  test('counts as a repetition for a verified person with a new token', async () => {
    const first = await submit(await visit.verified('vera@example.com'))
    expect(await submit(await visit.verified('vera@example.com'))).toBe(first)
  })

  test('does not count as a repetition under another event name or for another consumer', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    expect(await submit(token, named('return', { partner_event_id: 'order-1' }))).not.toBe(first)
    expect(await submit(await visit.anonymous())).not.toBe(first)
  })

  test('does not count as a repetition for somebody who only claims the buyer’s email address', async () => {
    const guessed = await submit(await visit.identified('buyer@example.com'))
    expect(await submit(await visit.identified('buyer@example.com'))).not.toBe(guessed)
  })

  test('counts as a repetition if the first response, with the token of the named person, was lost', async () => {
    const token = await visit.identified('parent@example.com')
    const own = await submit(token)
    const theirs = { ...purchase, data: { ...purchase.data, email: 'child@example.com' } }
    const first = await submit(token, theirs)
    expect(first).not.toBe(own)
    expect(await submit(token, theirs)).toBe(first)
    expect(await submit(await visit.identified('parent@example.com'), theirs)).not.toBe(first)
    expect(await submit(token)).toBe(own)
  })

  test('is recorded once if both arrive at the same time', async () => {
    const token = await visit.anonymous()
    const json = named('purchase', { partner_event_id: 'order-2' })
    const ids = await Promise.all([submit(token, json), submit(token, json), submit(token, json)])
    expect(new Set(ids).size).toBe(1)
  })
})
