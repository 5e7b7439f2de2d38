import { describe, expect, test } from 'vitest'
import { LIST_PAGE } from '../../../../../demo/platform/http/list-response.js'
import { demo } from '../../../../../demo/platform/index.js'
import { newestMail } from '../../../../mails.js'
import { publishProgram } from '../../publish-program.js'
import { refuseInserts } from '../../refuse-inserts.js'
import { codeOf, otherSite, program, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const list = async (token: string, query = '') => (await send(`/api/v4/me/shares${query}`, { token })).json()
const ada = () => visit.verified(demo.ada.email)

describe('a share', () => {
  const data = {
    'share.channel': 'sms',
    channel: 'other',
    message: 'Look',
    advocate_code: demo.ada.code,
    partner_share_id: 'share-1',
  }

  test('is listed with its link, and can be found by each of its ids', async () => {
    const token = await ada()
    await send('/v6/events', { token, json: { event_name: 'share', data } })
    const [share] = await list(token)
    expect(share).toEqual({
      share_id: expect.any(String),
      campaign_id: demo.campaignId,
      journey: 'Give 20, get 20',
      channel: 'sms',
      message: 'Look',
      subject: null,
      recipients: [],
      recipient_email: null,
      share_date: new Date(visit.now).toISOString(),
      link: `${program}/s/${demo.ada.code}?partner_share_id=share-1`,
      shareable_id: demo.ada.code,
      partner_id: { name: 'partner_share_id', value: 'share-1' },
      friend: null,
      data,
    })
    expect(await (await send(`/v4/me/shares/${share.share_id}`, { token })).json()).toEqual(share)
    expect(await list(token, '?partner_share_id=share-1')).toEqual([share])
    expect(await list(token, '?partner_id=share-1')).toEqual([share])
    expect(await list(token, '?partner_share_id=other')).toEqual([])
    expect(await list(token, '?partner_share_id=share-1&partner_id=other')).toEqual([])
  })

  test('names the friend who used its link, also if the sender opened it first, for a verified sender', async () => {
    await send(`/s/${demo.ada.code}?partner_share_id=share-1`, { cookie: await ada() })
    const friend = tokenIn(await send(`/s/${demo.ada.code}?partner_share_id=share-1`))
    await send('/v6/events', {
      token: friend,
      json: { event_name: 'identify', data: { email: 'f@example.com', first_name: 'Fay' } },
    })
    const { person_id } = (
      await visit.rows<{ person_id: string }>("select * from persons where first_name = 'Fay'")
    )[0]!
    await visit.rows(
      `insert into parameters values ($1, 'size', '"M"', 'PUBLIC', now()), ($1, 'age', '7', 'PRIVATE', now()),
         ($1, 'tier', '"gold"', 'CLIENT', now())`,
      [person_id],
    )
    const image_url = `${program}/fay.png`
    await visit.rows('update persons set profile_picture_url = $2 where person_id = $1', [person_id, image_url])
    expect((await list(await ada()))[0].friend).toEqual({
      id: person_id,
      first_name: 'Fay',
      image_url,
      parameters: { size: 'M' },
    })
    expect((await list(await visit.identified(demo.ada.email)))[0]).toMatchObject({
      friend: null,
      message: null,
      data: {},
    })
  })

  test('names nobody who has used another link with the same id', async () => {
    const json = { event_name: 'share', data: { ...data, partner_share_id: 'share-of-ada' } }
    await send('/v6/events', { token: await ada(), json })
    const grace = await visit.verified('grace@example.com')
    const { code } = await (await send('/v6/me/shareables/get-or-create', { token: grace, json: {} })).json()
    await send(`/s/${code}?partner_share_id=share-of-ada`, { cookie: await visit.identified('hal@example.com') })
    expect(await list(await ada(), '?partner_share_id=share-of-ada')).toMatchObject([{ friend: null }])
  })

  test('names who opened its link to a page of another site, or the visitor of that page once they are known', async () => {
    const token = await ada()
    const json = { key: 'elsewhere', content: { url: `${otherSite}/roses` } }
    const { code } = await (await send('/v6/me/shareables', { token, json })).json()
    const friendOf = async (partner_share_id: string, cookie: string) => {
      const shared = { ...data, advocate_code: code, partner_share_id }
      await send('/v6/events', { token, json: { event_name: 'share', data: shared } })
      const opened = await send(`/s/${code}?partner_share_id=${partner_share_id}`, { cookie })
      const visitor = new URL(opened.headers.get('Location')!).searchParams.get('access_token')!
      const friend = async () =>
        (await list(await ada(), `?partner_share_id=${partner_share_id}`))[0].friend?.first_name
      return { visitor, friend }
    }
    const opener = await visit.identified('olga@example.com')
    await visit.rows(`update persons set first_name = 'Olga' where email = 'olga@example.com'`)
    expect(await (await friendOf('share-of-olga', opener)).friend()).toBe('Olga')
    const own = await friendOf('own-share', await ada())
    const named = { event_name: 'identify', data: { email: 'vic@example.com', first_name: 'Vic' } }
    await send('/v6/events', { token: own.visitor, json: named })
    expect(await own.friend()).toBe('Vic')
  })

  test('names the first known person, if visitors whom nobody knows opened its link before', async () => {
    await send('/v6/events', {
      token: await ada(),
      json: { event_name: 'share', data: { ...data, partner_share_id: 'share-2' } },
    })
    const path = `/s/${demo.ada.code}?partner_share_id=share-2`
    await send(path)
    const known = { event_name: 'x', data: { partner_user_id: 'first-friend' } }
    const token = await visit.anonymous()
    await send(path, { cookie: tokenIn(await send('/v6/events', { token, json: known })) })
    await send(path, { cookie: await visit.identified('second@example.com') })
    const [{ person_id } = {}] = await visit.rows(
      `select person_id from persons where partner_user_id = 'first-friend'`,
    )
    expect((await list(await ada(), '?partner_share_id=share-2'))[0].friend).toMatchObject({ id: person_id })
  })

  test('has the channel, texts, recipients and time of its event, and the link only if it is an own one', async () => {
    const token = await ada()
    const event_time = new Date(visit.now - 3_600_000).toISOString()
    const given = { channel: 'qr', subject: 'Hi', message: 'Look', recipients: ['r@example.com', 's@example.com'] }
    const shared = { ...given, shareable_id: ` ${demo.ada.code} `, advocate_code: 'nobodys', event_time }
    const share = async (data: { partner_share_id: string }) => {
      await send('/v6/events', { token, json: { event_name: 'share', data } })
      return (await list(token, `?partner_share_id=${data.partner_share_id}`))[0]
    }
    const { channel, ...others } = given
    expect(await share({ ...shared, partner_share_id: 'by-qr' } as { partner_share_id: string })).toMatchObject({
      ...{ channel, ...others, recipient_email: 'r@example.com', share_date: event_time },
      shareable_id: demo.ada.code,
    })
    const { code } = await (
      await send('/v6/me/shareables/get-or-create', { token: await visit.verified('grace@example.com'), json: {} })
    ).json()
    expect(
      await share({ advocate_code: code, partner_share_id: 'of-grace' } as { partner_share_id: string }),
    ).toMatchObject({
      ...{ link: null, shareable_id: null },
    })
    const odd = { channel: 7, message: ['Look'], subject: {}, recipients: 'r@example.com', partner_share_id: 'odd' }
    expect(await share(odd)).toMatchObject({ channel: null, message: null, subject: null, recipients: [] })
  })

  test('of another consumer is not found', async () => {
    const [share] = await list(await ada())
    const response = await send(`/v4/me/shares/${share.share_id}`, { token: await visit.verified('eve@example.com') })
    expect([response.status, await codeOf(response)]).toEqual([403, 'share_not_found'])
  })
})

describe('sharing by email', () => {
  const mail = { advocate_code: demo.ada.code, message: 'Look <b>here</b>', subject: 'For you' }

  test('sends the link to the friend and stores the share', async () => {
    const token = await ada()
    const response = await send('/api/v6/email/share', {
      token,
      json: { ...mail, subject: undefined, recipient_email: 'Friend@example.com' },
    })
    const sent = await response.json()
    expect(sent).toEqual({ polling_id: expect.any(String), recipient_email: 'friend@example.com' })
    const [share] = await list(token, `?partner_share_id=${sent.polling_id}`)
    expect(share).toMatchObject({ channel: 'email', subject: 'For you', recipients: ['friend@example.com'] })
    const [unproven] = await list(await visit.identified(demo.ada.email), `?partner_share_id=${sent.polling_id}`)
    const hidden = { subject: null, message: null, recipients: [], recipient_email: null, friend: null, data: {} }
    expect(unproven).toEqual({ ...share, ...hidden })
    const path = `/v4/me/shares/${share.share_id}`
    expect(await (await send(path, { token: await visit.identified(demo.ada.email) })).json()).toEqual(unproven)
    const { recipient, body, link } = await newestMail(visit.platform)
    expect([recipient, link]).toEqual(['friend@example.com', share.link])
    expect(body).toContain('Look <b>here')
  })

  test('to several friends creates one share for each', async () => {
    const own = { 'share.channel': 'sms', advocate_code: 'other', message: 'other', partner_share_id: 'other' }
    const texts = { subject: 'other', recipients: ['other@example.com'] }
    const data = { partner_event_id: 'spring', note: 'n', ...own, ...texts }
    const json = { ...mail, recipient_emails: ['a@example.com', 'b@example.com'], data }
    const token = await ada()
    const sent = await (await send('/api/v6/email/share/batch', { token, json })).json()
    expect(sent.map(({ recipient_email }: { recipient_email: string }) => recipient_email)).toEqual(
      json.recipient_emails,
    )
    const shares = await Promise.all(
      sent.map(({ polling_id }: { polling_id: string }) => list(token, `?partner_share_id=${polling_id}`)),
    )
    const share = { channel: 'email', message: mail.message, link: expect.any(String), data: { note: 'n' } }
    expect(shares.flat()).toMatchObject(
      json.recipient_emails.map(to => ({ ...share, subject: mail.subject, recipients: [to], recipient_email: to })),
    )
  })

  test('has at most 100 recipients', async () => {
    const token = await ada()
    const sendTo = (length: number) => {
      const recipient_emails = Array.from({ length }, (_, number) => `friend-${number}@example.com`)
      return send('/api/v6/email/share/batch', { token, json: { ...mail, recipient_emails } })
    }
    const refused = await sendTo(101)
    expect([refused.status, await codeOf(refused)]).toEqual([400, 'invalid_parameter'])
    expect(await (await sendTo(100)).json()).toHaveLength(100)
  })

  test('has a message of at most 2048 characters and a subject of at most 78', async () => {
    const json = { ...mail, message: 'x'.repeat(2048), subject: 'x'.repeat(78), recipient_email: 'a@example.com' }
    expect((await send('/api/v6/email/share', { token: await ada(), json })).status).toBe(200)
  })

  test('to several friends sends nothing if one address is invalid', async () => {
    const json = { ...mail, recipient_emails: ['valid@example.com', 'x'] }
    const refused = await send('/api/v6/email/share/batch', { token: await ada(), json })
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'invalid_email'])
    expect(await visit.rows(`select 1 from mails where recipient = 'valid@example.com'`)).toEqual([])
  })

  test('to several friends sends all mails or none', async () => {
    const accept = await refuseInserts(visit, 'mails', { condition: `new.recipient = 'second@example.com'` })
    const json = { ...mail, recipient_emails: ['first@example.com', 'second@example.com'] }
    const response = await send('/api/v6/email/share/batch', { token: await ada(), json })
    await accept()
    expect(await codeOf(response)).toBe('software_error')
    expect(await visit.rows(`select 1 from mails where recipient = 'first@example.com'`)).toEqual([])
    expect(await visit.rows(`select 1 from shares where 'first@example.com' = any(recipients)`)).toEqual([])
  })

  test('sends no link of another consumer', async () => {
    const grace = await visit.verified('grace@example.com')
    const { code } = await (await send('/v6/me/shareables/get-or-create', { token: grace, json: {} })).json()
    const json = { ...mail, advocate_code: code, recipient_email: 'c@example.com', recipient_emails: ['c@example.com'] }
    for (const path of ['/api/v6/email/share', '/api/v6/email/share/batch']) {
      const response = await send(path, { token: await ada(), json })
      expect([response.status, await codeOf(response)]).toEqual([403, 'shareable_not_found'])
    }
    expect(await visit.rows(`select 1 from mails where recipient = 'c@example.com'`)).toEqual([])
  })

  test.each<[number, string, object]>([
    [403, 'shareable_not_found', { advocate_code: 'nobodys' }],
    [403, 'invalid_email', { recipient_email: 'x' }],
    [400, 'invalid_parameter', { message: 'x'.repeat(2049) }],
    [400, 'invalid_parameter', { subject: 'x'.repeat(79) }],
    [400, 'binding_error', { message: 1 }],
  ])('is rejected with %i %s', async (status, code, json) => {
    const response = await send('/api/v6/email/share', {
      token: await ada(),
      json: { ...mail, recipient_email: 'a@example.com', ...json },
    })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })
})

describe('the journey of a share', () => {
  test('is that of advocates in the program that applied', async () => {
    const token = await visit.verified('jo@example.com')
    const share = (program: object) => async (partner_share_id: string) => {
      await publishProgram(visit, program)
      await send('/v6/events', { token, json: { event_name: 'share', data: { partner_share_id } } })
    }
    await share({ journeys: { advocate: { name: 'Ambassador', steps: ['share'] } } })('with-journey')
    await share({})('without-journey')
    const journeyOf = async (id: string) => (await list(token, `?partner_share_id=${id}`))[0].journey
    expect(await journeyOf('with-journey')).toBe('Ambassador')
    expect(await journeyOf('without-journey')).toBeNull()
    expect(await (await send('/v4/me/journeys', { token })).json()).toMatchObject([{ journey_name: 'Ambassador' }])
  })

  test('needs a token', async () => {
    const response = await send('/api/v4/me/shares')
    expect([response.status, await codeOf(response)]).toEqual([403, 'missing_access_token'])
  })
})

test('a long list has each share once, newest first', async () => {
  const token = await visit.verified('long@example.com')
  await send('/v6/events', { token, json: { event_name: 'share', data: { partner_share_id: 'long-0' } } })
  await visit.rows(
    `insert into shares (share_id, person_id, campaign_id, event_id, partner_share_id, recipients, data, shared_at)
     select 'long-' || n, person_id, campaign_id, event_id, 'long-' || n, '{}', '{}', shared_at
     from shares, generate_series(1, $1::int) n where partner_share_id = 'long-0' order by n`,
    [LIST_PAGE + 1],
  )
  const shares: { partner_id: { value: string } }[] = await list(token)
  const ids = Array.from({ length: LIST_PAGE + 2 }, (_, index) => `long-${index}`)
  expect(shares.map(({ partner_id }) => partner_id.value)).toEqual(ids.reverse())
})
