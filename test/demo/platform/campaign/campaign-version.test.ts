import { beforeEach, describe, expect, test } from 'vitest'
import { campaignName } from '../../../../demo/platform/campaign/campaign-history.js'
import {
  addVersion,
  type CampaignVersion,
  liveVersions,
  zoneVersions,
} from '../../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../../demo/platform/index.js'
import { usePlatform } from '../use-platform.js'

const visit = usePlatform()

const text = (content: string) => JSON.stringify({ creatives: [{ type: 'text', content }] })
const add = (content: string, publish: boolean, parent?: number) =>
  addVersion(visit.platform, {
    zones: { news: text(content) },
    editorId: 'ida',
    message: content,
    parent,
    publish,
    at: new Date(visit.now),
  })
const served = async () => (await visit.send('/zones/news', { json: {} })).text()

beforeEach(async () => {
  await visit.rows(`delete from zones where zone_name = 'news'`)
  visit.now += 1000
})

describe('the campaign', () => {
  test('starts with one version that contains every zone', async () => {
    const versions = await visit.rows<CampaignVersion>(
      'select * from campaign_versions where version = 1 and campaign_id = $1',
      [demo.campaignId],
    )
    expect(versions).toMatchObject([
      { campaign_id: demo.campaignId, version: 1, parent_version: null, editor_id: demo.marketerId },
    ])
  })
})

describe('a version', () => {
  test('has an editor, a message, a date and a parent', async () => {
    const first = await add('first', true)
    const second = await add('second', false, first)
    expect(second).toBe(first + 1)
    expect(await zoneVersions(visit.platform, 'news')).toMatchObject([
      { version: second, parent_version: first, editor_id: 'ida', message: 'second', published_date: null },
      { version: first, parent_version: null, created_date: new Date(visit.now), published_date: new Date(visit.now) },
    ])
  })

  test('is live after it was published later', async () => {
    const draft = await add('draft', false)
    await visit.rows('update campaign_versions set published_date = $2 where version = $1', [
      draft,
      new Date(visit.now + 60_000),
    ])
    const [live] = await liveVersions(visit.platform, 'news')
    expect(live?.version).toBe(draft)
  })
})

test('the name of a campaign is that of its newest published program, else of its newest draft', async () => {
  const campaignId = 'named'
  await visit.rows('insert into programs (campaign_id, client_id) values ($1, $2)', [campaignId, demo.clientId])
  const nameAfter = async (name: string | undefined, publish: boolean) => {
    const program = name === undefined ? {} : { program: JSON.stringify({ name, label: 'x' }) }
    const edit = { editorId: 'ida', message: '', at: new Date(visit.now), publish, campaignId }
    await addVersion(visit.platform, { ...edit, zones: { news: text('news') }, ...program })
    return campaignName(visit.platform, campaignId)
  }
  expect(await campaignName(visit.platform, campaignId)).toBe(campaignId)
  expect(await nameAfter('Draft 1', false)).toBe('Draft 1')
  expect(await nameAfter('Draft 2', false)).toBe('Draft 2')
  expect(await nameAfter('Published 1', true)).toBe('Published 1')
  expect(await nameAfter('Published 2', true)).toBe('Published 2')
  expect(await nameAfter('Draft 3', false)).toBe('Published 2')
  expect(await nameAfter(undefined, true)).toBe('Published 2')
})

describe('the live version', () => {
  // P: published, d: a draft.
  test.each([
    ['', ''],
    ['d', ''],
    ['P', 'P1'],
    ['Pd', 'P1'],
    ['PP', 'P2'],
    ['dP', 'P2'],
    ['PdP', 'P3'],
    ['PdPdd', 'P3'],
  ])('of the versions "%s" is "%s"', async (versions, expected) => {
    for (const [at, kind] of [...versions].entries()) await add(`${kind}${at + 1}`, kind === 'P')
    expect(await served()).toBe(expected)
  })

  test('of another zone does not change', async () => {
    const before = await (await visit.send('/zones/terms', { json: {} })).text()
    await add('news', true)
    expect(await (await visit.send('/zones/terms', { json: {} })).text()).toBe(before)
  })
})
