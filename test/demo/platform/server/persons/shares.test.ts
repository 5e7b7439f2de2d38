import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, program, server, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const get = (path: string, call: Call = {}) =>
  visit.send(`${server}/v5/persons/${path}`, { token: demo.serverToken, ...call })
const list = async (path: string) => (await get(path)).json()
const idsOf = async (path: string) => (await list(path)).map(({ share_id }: { share_id: string }) => share_id)

beforeAll(async () => {
  const token = await visit.identified(demo.ada.email)
  const data = { 'share.channel': 'email', message: 'Look', recipients: ['fay@example.com'], partner_share_id: 'first' }
  for (const each of [{ ...data, advocate_code: demo.ada.code }, { partner_share_id: 'second' }])
    await visit.send('/v6/events', { token, json: { event_name: 'share', data: each } })
  const friend = tokenIn(await visit.send(`/s/${demo.ada.code}?partner_share_id=first`))
  await visit.send('/v6/events', {
    token: friend,
    json: { event_name: 'identify', data: { email: 'fay@example.com', first_name: 'Fay' } },
  })
})

test('the shares of a person are listed, newest first, with their recipients and friends', async () => {
  expect(await list('ada-lovelace/shares')).toMatchObject([
    { partner_id: { name: 'partner_share_id', value: 'second' }, link: null, friend: null },
    {
      campaign_id: demo.campaignId,
      channel: 'email',
      message: 'Look',
      recipient_email: 'fay@example.com',
      link: `${program}/s/${demo.ada.code}?partner_share_id=first`,
      shareable_id: demo.ada.code,
      friend: { first_name: 'Fay' },
    },
  ])
  expect(await list('grace-hopper/shares')).toEqual([])
})

test('each filter reduces the list, and unknown parameters do not', async () => {
  const [second, first] = await idsOf('ada-lovelace/shares')
  expect(await idsOf('ada-lovelace/shares?partner_share_id=first')).toEqual([first])
  expect(await idsOf('ada-lovelace/shares?partner_id=partner_share_id:second')).toEqual([second])
  expect(await idsOf('ada-lovelace/shares?partner_id=none')).toEqual([])
  expect(await idsOf('ada-lovelace/shares?channel=email')).toEqual([second, first])
})

test('a share can be read by its id, for its own person only', async () => {
  const [share] = await list('ada-lovelace/shares')
  expect(await list(`ada-lovelace/shares/${share.share_id}`)).toEqual(share)
  const response = await get(`grace-hopper/shares/${share.share_id}`)
  expect([response.status, await codeOf(response)]).toEqual([403, 'share_not_found'])
})

test.each<[number, string, string, Call]>([
  [403, 'person_not_found', 'nobody/shares', {}],
  [403, 'person_not_found', 'nobody/shares/none', {}],
  [403, 'person_not_found', 'ada-lovelace/shares', { token: demo.sandbox.serverToken }],
  [403, 'share_not_found', 'ada-lovelace/shares/none', {}],
  [403, 'missing_access_token', 'ada-lovelace/shares', { token: '' }],
])('responds with %i %s to %s %j', async (status, code, path, call) => {
  const response = await get(path, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
