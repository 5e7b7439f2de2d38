// Each filter, id and upload once more against the running platform, with the documented and with odd values.

import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { Rewards } from '../../../src/index.js'
import { failure } from '../failure.js'
import { useProgram, type Visitor } from './program.js'

const program = useProgram()
let visitor: Visitor
let rewards: Rewards

beforeAll(async () => {
  visitor = await program.verified(demo.ada.email)
  rewards = visitor.rewards
  await rewards.shareables.create({ key: 'roses', label: 'flowers' })
  const share = { 'share.channel': 'sms', message: 'Look', advocate_code: demo.ada.code, partner_share_id: 'a:b' }
  await rewards.track('share', { ...share, partner_conversion_id: 'order 7' })
  await rewards.track('share', share)
})

/** A list with one filter, and values that find something. */
const filters: Record<string, { find: (value: string) => Promise<unknown[]>; values: string[] }> = {
  'shareables.key': { find: key => rewards.shareables.list({ key }), values: ['roses', 'default'] },
  'shareables.label': { find: label => rewards.shareables.list({ label }), values: ['flowers'] },
  'shares.partner_share_id': {
    find: partner_share_id => rewards.shares.list({ partner_share_id }),
    values: ['a:b'],
  },
  'shares.partner_id': {
    find: partner_id => rewards.shares.list({ partner_id }),
    values: ['a:b', 'partner_share_id:a:b'],
  },
  'journeys.container': { find: container => rewards.journeys.list({ container }), values: ['production'] },
  'journeys.type': { find: type => rewards.journeys.list({ type }), values: ['ADVOCATE'] },
  'steps.campaign_id': { find: campaign_id => rewards.steps.list({ campaign_id }), values: [demo.campaignId] },
  'steps.program_label': { find: program_label => rewards.steps.list({ program_label }), values: [demo.programLabel] },
  'steps.step_name': { find: step_name => rewards.steps.list({ step_name }), values: ['share'] },
  'steps.quality': { find: quality => rewards.steps.list({ quality }), values: ['HIGH'] },
  'steps.partner_event_id_name': {
    find: partner_event_id_name => rewards.steps.list({ partner_event_id_name }),
    values: ['partner_conversion_id', 'partner_event_id'],
  },
  'steps.partner_event_id_value': {
    find: partner_event_id_value => rewards.steps.list({ partner_event_id_value }),
    values: ['order 7'],
  },
}

const ODD = [
  ...[
    '',
    ' ',
    '0',
    'null',
    'undefined',
    'constructor',
    '__proto__',
    '*',
    '%',
    '%2e',
    '..',
    'a/b',
    'a&key=roses',
    'a+b',
  ],
  ...[`a'b"c`, 'a\nb', 'größe 🌿', '\u202eabc', 'a\ud800b', 'x'.repeat(3000)],
]

describe.each(Object.entries(filters))('the filter %s', (_, { find, values }) => {
  test('finds what it names, and only that', async () => {
    for (const value of values) expect([value, (await find(value)).length]).toEqual([value, expect.toSatisfy(Boolean)])
    expect(visitor.told).toEqual([])
  })

  test('finds nothing by an odd value, and blames nobody', async () => {
    for (const value of ODD) expect([value, await find(value)]).toEqual([value, []])
    expect(visitor.told).toEqual([])
  })
})

const calls: Record<string, (id: string) => Promise<unknown>> = {
  'shareables.get': id => rewards.shareables.get(id),
  'shares.get': id => rewards.shares.get(id),
  'assets.get': id => rewards.assets.get(id),
  'assets.delete': id => rewards.assets.delete(id),
  'assets.download': id => rewards.assets.download(id),
  'assets.url': id => rewards.assets.url(id),
  'persons.assets.list': id => rewards.persons(id).assets.list(),
  'parameters.set': id => rewards.parameters.set(id, 1),
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  test('sends no id that leads to another path, or that no URL can contain', async () => {
    const { length } = visitor.requests
    for (const id of ['', '.', '..', 'half \ud83c']) {
      const { code, status } = await failure(call(id))
      expect([id, code, status]).toEqual([id, 'invalid_argument', 0])
    }
    expect(visitor.requests.slice(length)).toEqual([])
  })

  test('fails with a code of the platform for an odd id', async () => {
    for (const id of ODD.filter(value => value && value !== '..' && !/\p{Cs}/u.test(value))) {
      const { code, status } = await call(id).then(
        () => ({ code: 'none', status: 200 }),
        error => error,
      )
      expect([id, code]).toEqual([id, expect.stringMatching(/^(\w+_not_found|invalid_name|none)$/)])
      expect(status).toBeGreaterThan(0)
    }
  })
})

test.each([
  ['größe 🌿.txt', 'größe 🌿.txt'],
  [`a'b"c.txt`, `a'b"c.txt`],
  ['', 'blob'],
])('a file with the name %j is stored as %j', async (given, name) => {
  const asset = await rewards.assets.create(new File(['text'], given, { type: 'text/plain' }))
  expect(asset).toMatchObject({ name, mime_type: 'text/plain' })
  expect(await (await rewards.assets.download(asset.id)).text()).toBe('text')
})
