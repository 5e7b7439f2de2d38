import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { hashOf } from '../../../../../demo/platform/store/id.js'
import { newestMail } from '../../../../mails.js'
import { codeOf, program, shop, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const ask = (token: string) => send('/api/v4/me/send-verification-email', { token, json: {} })
const scopes = async (token: string) => (await (await send('/v5/token', { token })).json()).scopes

/** Requests the email and returns its link. */
async function linkFor(token: string): Promise<string> {
  await ask(token)
  const { link } = await newestMail(visit.platform)
  expect(link).toMatch(`${program}/verify/`)
  return link
}

describe('the verification email', () => {
  test('is sent to the consumer’s email address, and its status can be read', async () => {
    const token = await visit.identified('ada@example.com')
    const { polling_id, status } = await (await ask(token)).json()
    expect(status).toBe('SUCCEEDED')
    const path = `/api/v4/me/send-verification-email/status/${polling_id}`
    expect(await (await send(path, { token })).json()).toEqual({ polling_id, status })
    expect(await codeOf(await send(path, { token: await visit.identified('grace@example.com') }))).toBe(
      'invalid_parameter',
    )
    expect((await newestMail(visit.platform)).recipient).toBe('ada@example.com')
  })

  test('requires an email address', async () => {
    const response = await send('/events', { json: { event_name: 'x', data: { partner_user_id: 'no-mail' } } })
    const errorResponses = await ask(tokenIn(response))
    expect([errorResponses.status, await codeOf(errorResponses)]).toEqual([400, 'invalid_person_email'])
  })

  test('is sent for a campaign of the client only', async () => {
    const token = await visit.identified('ada@example.com')
    const askFor = (campaign_id: string) => send('/api/v4/me/send-verification-email', { token, json: { campaign_id } })
    const before = await newestMail(visit.platform)
    for (const campaign of ['nothing', '', demo.sandbox.campaignId]) {
      const response = await askFor(campaign)
      expect([campaign, response.status, await codeOf(response)]).toEqual([campaign, 400, 'invalid_campaign_id'])
    }
    expect(await newestMail(visit.platform)).toEqual(before)
    expect((await askFor(demo.campaignId)).status).toBe(200)
  })

  test('requires an identified consumer', async () => {
    expect(await codeOf(await ask(await visit.anonymous()))).toBe('scopes_denied')
  })
})

describe('the link in the email', () => {
  test('verifies only the token that requested it', async () => {
    const [mine, another] = [await visit.identified('ada@example.com'), await visit.identified('ada@example.com')]
    const link = await linkFor(mine)
    const page = await send(link)
    expect(page.headers.get('Content-Type')).toContain('text/html')
    // Its address has the secret.
    expect([page.headers.get('Referrer-Policy'), page.headers.get('Cache-Control')]).toEqual([
      'same-origin',
      'no-store',
    ])
    expect(page.headers.get('Content-Security-Policy')).toContain(
      "default-src 'none'; base-uri 'none'; style-src 'self'",
    )
    expect(await page.text()).toContain('ada@example.com')
    const confirmed = await send(link, { method: 'POST', origin: program })
    expect(await confirmed.text()).toContain(`href="${shop}/"`)
    // It stays the token of the device.
    expect(tokenIn(await send('/events', { token: mine, json: { event_name: 'confirmed' } }))).toBe(mine)
    expect(await scopes(mine)).toContain('VERIFIED_CONSUMER')
    expect(await scopes(another)).not.toContain('VERIFIED_CONSUMER')
  })

  test('does not verify another person who uses the device meanwhile', async () => {
    const [mine, another] = [await visit.identified('ada@example.com'), await visit.identified('grace@example.com')]
    const second = await visit.identified('ada@example.com')
    const link = await linkFor(mine)
    await visit.rows(
      `update tokens set device_id = (select device_id from tokens where token_hash = $1) where token_hash = any($2)`,
      [hashOf(mine), [hashOf(another), hashOf(second)]],
    )
    await send(link, { method: 'POST' })
    // Both are of the device that has asked.
    for (const token of [mine, second]) expect(await scopes(token)).toContain('VERIFIED_CONSUMER')
    expect(await scopes(another)).not.toContain('VERIFIED_CONSUMER')
  })

  test('stays valid beside a newer one', async () => {
    const token = await visit.identified('two-links@example.com')
    const [first, second] = [await linkFor(token), await linkFor(token)]
    expect(first).not.toBe(second)
    for (const link of [first, second]) expect((await send(link, { method: 'POST' })).status).toBe(200)
  })

  test('does not verify when it is opened, because mail scanners open links', async () => {
    const token = await visit.identified('ada@example.com')
    await send(await linkFor(token))
    expect(await scopes(token)).not.toContain('VERIFIED_CONSUMER')
  })

  test('works once', async () => {
    const link = await linkFor(await visit.identified('ada@example.com'))
    await send(link, { method: 'POST' })
    expect((await send(link, { method: 'POST' })).status).toBe(410)
    expect((await send(link)).status).toBe(410)
  })

  test('works for one day', async () => {
    const token = await visit.identified('ada@example.com')
    const link = await linkFor(token)
    visit.now += 24 * 3_600_000 - 1
    expect((await send(link)).status).toBe(200)
    visit.now += 1
    expect((await send(link)).status).toBe(410)
    expect((await send(link, { method: 'POST' })).status).toBe(410)
    expect(await scopes(token)).not.toContain('VERIFIED_CONSUMER')
  })

  test('stops working when the consumer changes the email address', async () => {
    const token = await visit.identified('before@example.com')
    const link = await linkFor(token)
    await visit.rows(`update persons set email = 'after@example.com' where email = 'before@example.com'`)
    for (const method of ['GET', 'POST']) expect((await send(link, { method })).status).toBe(410)
    expect(await scopes(token)).not.toContain('VERIFIED_CONSUMER')
  })
})
