import { beforeAll, describe, expect, test } from 'vitest'
import { channelTitle } from '../../../../demo/platform/console/figure-texts.js'
import { demo } from '../../../../demo/platform/index.js'
import { usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

/** The text of a page without its markup. */
const textOf = (page: string) =>
  page
    .replaceAll(/<title>.*?<\/title>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const textAt = async (path: string) => textOf(await user.read(path))

/** The lines of a downloaded chart. */
const linesOf = async (chart: string, query = '') =>
  (await user.read(`/console/figures/${chart}.csv${query}`)).split('\n')

/** A figure of a day of the demo client: `2026-04-30`, in its time zone. */
async function add(day: string, figure: string, value: number, { channel = 'email', currency = '' } = {}) {
  await visit.rows(
    'insert into figures (client_id, day, figure, channel, currency, value) values ($1, $2, $3, $4, $5, $6)',
    [demo.clientId, day, figure, channel, currency, value],
  )
}

describe('without figures', () => {
  test('the page says so', async () => {
    await visit.rows('delete from figure_runs')
    expect(await textAt('/console')).toContain('The figures are being computed.')
  })
})

describe('the home page', () => {
  beforeAll(async () => {
    visit.now += 5 * 60_000
    await visit.platform.updateFigures()
    // 1 May 2026 is today.
    await add('2026-05-01', 'shares', 12)
    await add('2026-04-23', 'shares', 6, { channel: 'qr' })
    await add('2026-05-01', 'clicks', 30)
    await add('2026-05-01', 'friends', 3)
    await add('2026-04-10', 'friends', 2, { channel: '=cmd' })
    await add('2026-03-20', 'friends', 1)
    await add('2026-05-01', 'paid', 40, { currency: 'USD' })
    await add('2026-05-01', 'open', 1_020.5, { currency: 'USD' })
    await add('2026-05-01', 'open', 300, { currency: 'POINTS' })
    await visit.rows('update figure_runs set advocates = $2, attention = $3 where client_id = $1', [
      demo.clientId,
      JSON.stringify({
        28: [{ person_id: 'ada-lovelace', friends: 5, shares: 18, clicks: 30, earned: { USD: 60, POINTS: 1_000 } }],
      }),
      JSON.stringify([
        { kind: 'failed_rewards', count: 1 },
        { kind: 'empty_zone', subject: 'nowhere', count: 1_200 },
      ]),
    ])
  })

  test('compares the funnel of a period with the period before', async () => {
    const week = await textAt('/console?days=7')
    expect(week).toMatch(/25 Apr ?– ?1 May 2026, compared with 18 ?– ?24 Apr 2026/)
    expect(week).toContain('Shares 12 +100% from 6 links that were sent')
    expect(week).toContain('Clicks 30 New from 0 2.5 for each share')
    expect(week).toContain('Friends 3 New from 0 10% of clicks')
    expect(await textAt('/console?days=28')).toContain('Friends 5 +400% from 1')
    expect(await textAt('/console?days=90')).toContain('Friends 6 New from 0')
    expect(week).toMatch(/Days begin at midnight in America\/New_York\. Computed 1 May 2026, 12:05 UTC/)
  })

  test('shows 28 days unless it is asked for others', async () => {
    for (const query of ['', '?days=28', '?days=5', '?days=x'])
      expect(await user.read(`/console${query}`)).toContain('<a href="/console?days=28" aria-current="page">')
  })

  test('shows each day of a week, and each week of a longer period, as bars and in a table', async () => {
    const week = await user.read('/console?days=7')
    expect(week).toContain('aria-label="Shares by day: 0, 0, 0, 0, 0, 0, 12"')
    const month = await user.read('/console?days=28')
    expect(month).toContain('aria-label="Shares by week: 0, 0, 6, 12"')
    expect(textOf(month)).toMatch(
      /The numbers as a table Days Shares .* 25 Apr ?– ?1 May 12 30 3 0 0 18 ?– ?24 Apr 6 0/,
    )
    expect((await user.read('/console?days=90')).match(/<title>\d/g)).toHaveLength(5 * 13)
    expect(week + month).not.toMatch(/ style=|<script/)
  })

  test('shows channels, advocates and costs', async () => {
    const page = await textAt('/console')
    expect(page).toMatch(/Channel Shares Clicks Friends Purchases Rewards Email 12 30 3 0 0 =cmd 0 0 2 0 0 QR code 6 0/)
    expect(page).toMatch(/Earned Ada Lovelace 5 18 30 60 USD, 1,000 POINTS/)
    expect(page).toMatch(/POINTS 0 300 300 New from 0 USD 40 1,020.5 1,060.5 New/)
  })

  test('leads to what needs attention', async () => {
    const page = await user.read('/console')
    expect(page).toContain('<a href="/console/rewards?state=FAILED">1 reward has failed</a>')
    expect(page).toContain(
      '<a href="/console/zones/nowhere">The zone nowhere has no content: 1,200 requests in 24 hours</a>',
    )
  })

  test('downloads each chart for the same period', async () => {
    expect(await user.read('/console?days=7')).toContain('href="/console/figures/channels.csv?days=7"')
    expect(await linesOf('funnel', '?days=7')).toEqual([
      ...['step,value,before', 'shares,12,6', 'clicks,30,0', 'friends,3,0', 'purchases,0,0', 'rewards,0,0', ''],
    ])
    expect((await linesOf('time', '?days=7')).at(-2)).toBe('2026-05-01,2026-05-01,12,30,3,0,0,0,0,0,0,0')
    expect((await linesOf('time', '?days=90'))[1]).toMatch(/^2026-02-01,2026-02-06,/)
    expect((await linesOf('channels'))[2]).toMatch(/^'=cmd,0,0,2/)
    expect(await linesOf('costs')).toEqual([
      ...['currency,paid,open,paid_before,open_before', 'POINTS,0,300,0,0', 'USD,40,1020.5,0,0', ''],
    ])
    expect((await linesOf('advocates'))[1]).toBe(
      'ada-lovelace,Ada Lovelace,ada@example.com,cust-1815,18,30,5,60 USD; 1000 POINTS',
    )
    const { headers } = await user.open('/console/figures/funnel.csv?days=7')
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toContain('funnel-2026-04-25-2026-05-01.csv')
    expect((await user.open('/console/figures/constructor.csv')).status).toBe(404)
  })

  test('shows and downloads nothing of another tenant, or for nobody', async () => {
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    const page = await textAt('/console')
    expect(page).toMatch(/Nothing needs your attention\..*Shares 0 New from 0/)
    expect(page).not.toContain('Ada')
    expect(await linesOf('channels')).toHaveLength(2)
    expect(await linesOf('advocates')).toHaveLength(2)
    await user.send('/console/client', { client_id: demo.clientId })
    const { status } = await visit.send('https://api.brand.localhost/console/figures/advocates.csv')
    expect(status).toBe(303)
  })

  test.each([
    ['failed_rewards', '/console/rewards?state=FAILED', '1 reward has failed', '2 rewards have failed'],
    ['waiting_rewards', '/console/rewards', '1 reward waits for your approval', '2 rewards wait for your approval'],
    [
      'dead_messages',
      '/console/webhooks',
      '1 message to a webhook was not delivered',
      '2 messages to webhooks were not delivered',
    ],
    [
      'disabled_webhooks',
      '/console/webhooks',
      '1 webhook is disabled: its receiver failed',
      '2 webhooks are disabled: their receivers failed',
    ],
    ['dead_jobs', '/console/work', '1 job in the background has failed', '2 jobs in the background have failed'],
    [
      'refused_events',
      '/console/refusals',
      '1 event of your pages or backend could not be recorded in 7 days',
      '2 events of your pages or backend could not be recorded in 7 days',
    ],
    [
      'deletion_requests',
      '/console/requests',
      '1 person asks for the deletion of their data',
      '2 people ask for the deletion of their data',
    ],
    [
      'refused_clicks',
      '/console/refusals',
      '1 click on links that do not exist in 7 days',
      '2 clicks on links that do not exist in 7 days',
    ],
  ])('leads for %s to %s', async (kind, href, one, many) => {
    const attention = [1, 2].map(count => ({ kind, count }))
    await visit.rows('update figure_runs set attention = $2 where client_id = $1', [
      demo.clientId,
      JSON.stringify(attention),
    ])
    const page = await user.read('/console')
    for (const text of [one, many]) expect(page).toContain(`<a href="${href}">${text}</a>`)
  })

  test('names an advocate who was merged by the person into whom they were merged', async () => {
    await visit.rows(`update persons set merged_into = 'grace-hopper' where person_id = 'ada-lovelace'`)
    expect(await user.read('/console')).toContain('<a href="/console/people/grace-hopper">Grace Hopper</a>')
    await visit.rows(`update persons set merged_into = null where person_id = 'ada-lovelace'`)
  })
})

test.each([
  ['bluesky', 'Bluesky'],
  ['code', 'Code or coupon'],
  ['copy', 'Copied link'],
  ['email', 'Email'],
  ['facebook', 'Facebook'],
  ['link', 'Link'],
  ['linkedin', 'LinkedIn'],
  ['messenger', 'Messenger'],
  ['native', 'Share menu of the device'],
  ['none', 'Without a friend'],
  ['other', 'Other channels'],
  ['pinterest', 'Pinterest'],
  ['qr', 'QR code'],
  ['reddit', 'Reddit'],
  ['sms', 'Text message'],
  ['telegram', 'Telegram'],
  ['threads', 'Threads'],
  ['whatsapp', 'WhatsApp'],
  ['x', 'X'],
  ['of-a-page', 'of-a-page'],
])('the channel %s is shown as %s', (channel, title) => {
  expect(channelTitle(channel)).toBe(title)
})
