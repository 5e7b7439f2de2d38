import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { EmailShareInput, Rewards, Share, ShareFilters } from '../../../src/index.js'
import { failure } from '../failure.js'
import { useProgram } from './program.js'

const program = useProgram()
let rewards: Rewards
beforeAll(async () => {
  rewards = (await program.verified(demo.ada.email)).rewards
})

test('a share is listed, and found by each of its ids', async () => {
  const data = { 'share.channel': 'sms', message: 'Look', advocate_code: demo.ada.code, partner_share_id: 'share-1' }
  await rewards.track('share', data)
  const [share] = await rewards.shares.list()
  expect(share).toMatchObject({
    channel: 'sms',
    message: 'Look',
    link: `${program.origin}/s/ada?partner_share_id=share-1`,
    shareable_id: 'ada',
    partner_id: { name: 'partner_share_id', value: 'share-1' },
    friend: null,
  })
  expect(await rewards.shares.get(share!.share_id)).toEqual(share)
  expect(await rewards.shares.list({ partner_share_id: 'share-1' })).toEqual([share])
  expect(await rewards.shares.list({ partner_id: 'share-1' })).toEqual([share])
  expect(await rewards.shares.list({ partner_id: 'partner_share_id:share-1' })).toEqual([share])
  expect(await rewards.shares.list({ partner_id: 'other:share-1' })).toEqual([])
  expect(await rewards.shares.list({ partner_share_id: 'other' })).toEqual([])
})

test('shares are listed from the newest to the oldest', async () => {
  const { rewards: sharer } = await program.verified('sharer@example.com')
  const link = await sharer.shareables.create()
  for (const partner_share_id of ['first', 'second', 'third'])
    await sharer.track('share', { 'share.channel': 'sms', advocate_code: link.code, partner_share_id })
  const ids = (await sharer.shares.list()).map(({ partner_id }) => partner_id?.value)
  expect(ids).toEqual(['third', 'second', 'first'])
})

test('a consumer who is not verified sees neither the text nor the data of a share, nor who received it', async () => {
  const mail = {
    advocate_code: demo.ada.code,
    message: 'Look',
    recipient_email: 'fern@example.com',
    data: { sku: 'fern' },
  }
  await rewards.email.share(mail)
  const hidden = ({ message, recipients, recipient_email, friend, data }: Share) => [
    message,
    recipients,
    recipient_email,
    friend,
    data,
  ]
  const seen = await rewards.shares.list()
  expect(seen.flatMap(({ recipients }) => recipients)).toContain('fern@example.com')
  const { rewards: claimant } = await program.identified(demo.ada.email)
  const shares = await claimant.shares.list()
  expect(shares.map(hidden)).toEqual(seen.map(() => [null, [], null, null, {}]))
})

test('a share of another person is not found', async () => {
  const [share] = await rewards.shares.list()
  const { rewards: other } = await program.verified('other@example.com')
  expect(await failure(other.shares.get(share!.share_id))).toMatchObject({ code: 'share_not_found', status: 403 })
  expect(await failure(program.visitor().rewards.shares.list())).toMatchObject({ code: 'scopes_denied' })
})

describe('an email share', () => {
  const mail = { advocate_code: demo.ada.code, message: 'Look' }

  test('is sent to one friend or several, and each is a share', async () => {
    const sent = await rewards.email.share({ ...mail, subject: 'For you', recipient_email: 'Friend@example.com' })
    expect(sent).toEqual({ polling_id: expect.any(String), recipient_email: 'friend@example.com' })
    expect(await rewards.shares.list({ partner_share_id: sent.polling_id! })).toMatchObject([
      { channel: 'email', subject: 'For you', recipient_email: 'friend@example.com' },
    ])
    const recipient_emails = ['a@example.com', 'b@example.com']
    const several = await rewards.email.shareBatch({ ...mail, recipient_emails })
    expect(several.map(each => each.recipient_email)).toEqual(recipient_emails)
    expect(
      await program.rows("select recipient from mails where recipient in ('a@example.com', 'b@example.com')"),
    ).toHaveLength(2)
  })

  test.each<[string, number, Partial<EmailShareInput & { recipient_email: string }>]>([
    ['shareable_not_found', 403, { advocate_code: 'nobodys' }],
    ['invalid_email', 403, { recipient_email: 'x' }],
    ['invalid_parameter', 400, { message: 'x'.repeat(2049) }],
    ['invalid_parameter', 400, { subject: 'x'.repeat(79) }],
    ['binding_error', 400, JSON.parse('{"message":7}')],
  ])('is rejected with %s', async (code, status, wrong) => {
    const input = { ...mail, recipient_email: 'a@example.com', ...wrong }
    expect(await failure(rewards.email.share(input))).toMatchObject({ code, status })
    const { recipient_email, ...rest } = input
    const batch = rewards.email.shareBatch({ ...rest, recipient_emails: ['b@example.com', recipient_email] })
    expect(await failure(batch)).toMatchObject({ code, status })
  })

  test('is not sent for a blocked person, and no event is recorded', async () => {
    const { rewards: blocked } = await program.verified('blocked@example.com')
    const { code } = await blocked.shareables.getOrCreate()
    await program.rows(`update persons set blocks = '{"EVENTS": null}' where email = 'blocked@example.com'`)
    const call = blocked.email.share({ advocate_code: code, message: 'Look', recipient_email: 'c@example.com' })
    expect(await failure(call)).toMatchObject({ code: 'access_denied', status: 403, retryable: false })
    expect(await failure(blocked.track('purchase', { cart_value: 1 }))).toMatchObject({ code: 'access_denied' })
    expect(await blocked.shares.list()).toEqual([])
    expect(await blocked.steps.list({ step_name: 'conversion' })).toEqual([])
    expect(await program.rows("select 1 from mails where recipient = 'c@example.com'")).toEqual([])
  })
})

test('the types have the forms of the platform', () => {
  expectTypeOf<Share['recipients']>().toEqualTypeOf<string[] | null | undefined>()
  expectTypeOf<NonNullable<Share['partner_id']>['name']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<NonNullable<Share['friend']>['first_name']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<ShareFilters>().toEqualTypeOf<{ partner_share_id?: string; partner_id?: string }>()
})
