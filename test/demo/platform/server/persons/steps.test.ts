import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { stepDocs } from '../../../../../demo/platform/server/persons/steps.js'
import { codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const get = (path: string) => visit.send(server + path, { token: demo.serverToken })
const list = async (path: string) => (await get(path)).json()
const names = async (path: string) => (await list(path)).map(({ step_name }: { step_name: string }) => step_name)

/** Ada's history: a purchase in winter that was recorded in spring, then 25 visits. */
beforeAll(async () => {
  const submit = (json: object) => visit.send(`${server}/v6/events`, { token: demo.serverToken, json })
  const purchase = { person_id: 'ada-lovelace', cart_value: 48, partner_conversion_id: 'J-1' }
  await submit({ event_name: 'purchase', data: { ...purchase, event_time: '2026-01-15T12:00:00Z' } })
  for (let visits = 0; visits < 25; visits += 1)
    await submit({ event_name: 'visited', data: { person_id: 'ada-lovelace' } })
})

const bought = {
  step_name: 'conversion',
  event_id: expect.any(String),
  campaign_id: demo.campaignId,
  program_label: demo.programLabel,
  container: 'production',
  quality: 'HIGH',
  value: '48',
  partner_event_id: { name: 'partner_conversion_id', value: 'J-1' },
  program_name: 'Give 20, get 20',
  journey_name: null,
  data: expect.objectContaining({ cart_value: 48 }),
}

describe('version 5', () => {
  test('has the time of the event and the time of recording', async () => {
    const [step] = await list('/v5/persons/ada-lovelace/steps?step_name=conversion')
    const created_date = new Date(visit.now).toISOString()
    expect(step).toEqual({ ...bought, event_date: '2026-01-15T12:00:00.000Z', created_date })
    expect(stepDocs.v5.response.parse([step])).toEqual([step])
  })

  test('has pages of 20, newest first', async () => {
    const [first, second] = await Promise.all(
      ['', '?offset=20'].map(query => names(`/v5/persons/ada-lovelace/steps${query}`)),
    )
    expect(first).toEqual(Array(20).fill('visited'))
    expect(second).toEqual([...Array(5).fill('visited'), 'conversion'])
    expect(await names('/v5/persons/ada-lovelace/steps?limit=100')).toEqual([...first, ...second])
    expect(await names('/v5/persons/ada-lovelace/steps?limit=2&offset=24')).toEqual(['visited', 'conversion'])
  })
})

describe('version 2', () => {
  test('has only the time of the event, in the time zone of the account', async () => {
    const [step] = await list('/v2/persons/ada-lovelace/steps?step_name=conversion')
    expect(step).toEqual({ ...bought, event_date: '2026-01-15T07:00:00.000-05:00' })
    const [visited] = await list('/v2/persons/ada-lovelace/steps')
    expect(visited.event_date).toBe('2026-05-01T08:00:00.000-04:00')
  })

  test('has no pages', async () => {
    expect(await names('/v2/persons/ada-lovelace/steps')).toHaveLength(26)
    expect(await names('/v2/persons/ada-lovelace/steps?limit=2&offset=20')).toHaveLength(26)
  })

  test('leaves out the oldest steps of a long history', async () => {
    await visit.rows(
      `insert into steps (step_id, person_id, event_id, step_name, campaign_id, program_name, program_label, data,
         event_date)
       select 'long-' || n, 'grace-hopper', event_id, 'step-' || n, campaign_id, program_name, program_label, '{}', event_date
       from steps, generate_series(1, 1001) n where step_name = 'conversion'`,
    )
    const steps = await names('/v2/persons/grace-hopper/steps')
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([1000, 'step-1001', 'step-2'])
    expect(await names('/v5/persons/grace-hopper/steps?limit=1000')).toHaveLength(1000)
    expect(await names('/v5/persons/grace-hopper/steps?limit=1000&offset=1000')).toHaveLength(1)
  })
})

describe.each(['v2', 'v5'])('both versions: %s', version => {
  const path = `/${version}/persons/ada-lovelace/steps`

  test('can be filtered, and ignores unknown parameters', async () => {
    for (const query of [
      `campaign_id=${demo.campaignId}`,
      `program_label=${demo.programLabel}`,
      'quality=HIGH',
      'step=x',
    ])
      expect((await names(`${path}?${query}`)).length).toBeGreaterThan(0)
    for (const query of ['campaign_id=other', 'program_label=other', 'quality=LOW', 'step_name=other'])
      expect(await names(`${path}?${query}`)).toEqual([])
    expect(await names(`${path}?step_name=conversion`)).toEqual(['conversion'])
  })

  test('contains only steps of the person', async () => {
    expect(await names(`${path.replace('ada-lovelace', 'grace-hopper')}?step_name=conversion`)).toEqual([])
  })

  test.each([
    [403, 'person_not_found', `/${version}/persons/nobody/steps`],
    [400, 'binding_error', `${path}?quality=GOLDEN`],
  ])('responds with %i %s to %s', async (status, code, errorResponses) => {
    const response = await get(errorResponses)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })
})

test.each([
  'limit=0',
  'limit=1001',
  'limit=x',
  'offset=-1',
  'limit=1.5',
])('?%s is rejected with 400 binding_error', async query => {
  const response = await get(`/v5/persons/ada-lovelace/steps?${query}`)
  expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
})
