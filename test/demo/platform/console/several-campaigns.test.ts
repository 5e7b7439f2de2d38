import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { server, usePlatform } from '../use-platform.js'
import { fieldIn, useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

/** The id of the second campaign. */
let second: string

beforeAll(async () => {
  const created = await user.send('/console/campaigns', { name: ' Partners ', label: 'partners' })
  second = /^\/console\/campaigns\/(\w+)\/program$/.exec(created.headers.get('Location')!)![1]!
})

const pathOf = (campaign: string) => `/console/campaigns/${campaign}`
const zoneOf = (campaign: string) => `/console/zones/greeting?campaign=${campaign}`
const text = (content: string) => JSON.stringify({ creatives: [{ type: 'text', content }] })

async function saveZone(path: string, source: string) {
  const page = await user.read(`${path}&as=json`)
  const form = { parent: fieldIn(page, 'parent'), newest: fieldIn(page, 'newest'), message: '' }
  return user.send(path, { ...form, source, action: 'publish' })
}

const sourceIn = async (path: string) => (await user.read(`${path}&as=json`)).replaceAll('&quot;', '"')

test('a new campaign is in the list as a draft, and its program can be edited', async () => {
  const row = (await user.read('/console/campaigns')).split('<tr>').find(each => each.includes('>Partners<'))
  expect(row).toMatch(/None.*Version 1.*>Draft</s)
  expect(await user.read(`${pathOf(second)}/program`)).toContain('&quot;Partners&quot;')
  for (const name of ['Friends of the shop', 'Partners of the shop']) {
    const page = await user.read(`${pathOf(second)}/program`)
    const source = JSON.stringify({ name, label: 'partners' })
    const form = { source, parent: fieldIn(page, 'parent'), newest: fieldIn(page, 'newest'), message: '' }
    await user.send(`${pathOf(second)}/program`, { ...form, action: 'publish' })
  }
  expect(await user.read(pathOf(second))).toContain('<h1>Partners of the shop</h1>')
  expect(await user.read(pathOf(demo.campaignId))).toContain('<h1>Give 20, get 20</h1>')
})

test.each([
  { name: '', label: 'partners' },
  { name: 'Partners', label: 'not a label' },
])('a campaign is not created with %o', async fields => {
  const response = await user.send('/console/campaigns', fields)
  expect(response.status).toBe(422)
  const page = await response.text()
  expect(page).toMatch(/role="alert"/)
  expect(page).toContain(`value="${fields.label}"`)
})

test('a zone of the same name in two campaigns is edited for each campaign', async () => {
  const saved = await saveZone(zoneOf(second), text('for partners'))
  expect(saved.headers.get('Location')).toBe(`${zoneOf(second)}&as=json&saved=4`)
  await saveZone(zoneOf(demo.campaignId), text('for friends'))
  expect(await sourceIn(zoneOf(second))).toContain('for partners')
  expect(await sourceIn(zoneOf(demo.campaignId))).toContain('for friends')
  expect(await sourceIn('/console/zones/greeting?x=')).toContain('for friends')
})

test('the zones are listed with their campaigns, or of one campaign', async () => {
  const rowsOf = async (query: string) =>
    (await user.read(`/console/zones${query}`)).split('<tr>').filter(row => row.includes('>greeting<'))
  const both = await rowsOf('')
  expect(both[0]).toContain('data-label="Campaign">Give 20, get 20<')
  expect(both[1]).toContain('data-label="Campaign">Partners of the shop<')
  expect(both[1]).toContain(`href="${zoneOf(second)}"`)
  const ofSecond = await rowsOf(`?campaign=${second}`)
  expect(ofSecond).toHaveLength(1)
  expect(ofSecond[0]).toContain(`href="${zoneOf(second)}"`)
})

test('a new zone belongs to the chosen campaign', async () => {
  const response = await user.open(`/console/zones?name=welcome&campaign=${second}`)
  expect(response.headers.get('Location')).toBe(`/console/zones/welcome?campaign=${second}`)
})

test('a campaign of another client is not found', async () => {
  const { campaignId } = demo.sandbox
  for (const path of [`/console/zones?campaign=${campaignId}`, zoneOf(campaignId)])
    expect((await user.open(path)).status).toBe(404)
  const form = { parent: '', newest: '', message: '', source: text('theirs'), action: 'publish' }
  expect((await user.send(zoneOf(campaignId), form)).status).toBe(404)
  const token = demo.sandbox.serverToken
  const zone = await visit.send(`${server}/v5/zones/greeting`, { token })
  expect(await zone.text()).not.toContain('theirs')
})

test('a draft is made live in its campaign, and not in others that have a draft of the same number', async () => {
  const [one, other] = await Promise.all(
    ['one', 'other'].map(async label => {
      const created = await user.send('/console/campaigns', { name: label, label })
      return created.headers.get('Location')!.split('/')[3]!
    }),
  )
  const path = `${pathOf(one!)}/versions/1/live`
  await user.send(path, { live: fieldIn(await user.read(path), 'live') })
  const published =
    'select campaign_id from campaign_versions where campaign_id in ($1, $2) and published_date is not null'
  expect(await visit.rows(published, [one, other])).toEqual([{ campaign_id: one }])
})

test('an older version is published again in its campaign', async () => {
  const path = `${pathOf(second)}/versions/2/live`
  await user.send(path, { live: fieldIn(await user.read(path), 'live') })
  expect(await user.read(pathOf(second))).toContain('<h1>Friends of the shop</h1>')
  expect(await user.read(pathOf(demo.campaignId))).toContain('<h1>Give 20, get 20</h1>')
})
