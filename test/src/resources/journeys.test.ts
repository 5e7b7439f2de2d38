import { beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { AudienceMembership, Journey, Referral, Rewards, Step, StepFilters } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { failure } from '../failure.js'
import { useProgram } from './program.js'

// A friend comes by Ada's link and buys: what each of the two can read of that.
const program = useProgram()
let ada: Rewards
let friend: Rewards
beforeAll(async () => {
  ada = (await program.verified(demo.ada.email)).rewards
  await ada.profile.update({ profile_picture_url: 'https://img.example/ada.png' })
  friend = (await program.verified('friend@example.com')).rewards
  await friend.profile.update({ first_name: 'Fay' })
  await friend.parameters.set('garden', 'large', { type: 'PUBLIC' })
  await friend.parameters.set('salary', 'large')
  await friend.track('purchase', { cart_value: 48, partner_conversion_id: 'J-1', advocate_code: demo.ada.code })
  await friend.track('visited', { container: 'test' })
})

describe('journeys', () => {
  test('have their origin, and are filtered by container and type', async () => {
    const [journey] = await friend.journeys.list()
    expect(journey).toMatchObject({
      program: demo.programLabel,
      journey_type: 'FRIEND',
      container: 'production',
      entry_reason: 'conversion',
      entry_advocate_code: demo.ada.code,
    })
    expect(await friend.journeys.list({ type: 'FRIEND', container: 'production' })).toEqual([journey])
    expect(await friend.journeys.list({ type: 'ADVOCATE' })).toEqual([])
    expect(await friend.journeys.list({ container: 'elsewhere' })).toEqual([])
  })
})

describe('steps', () => {
  test('are read anew after an event, though an earlier read is still running', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const read: string[] = []
    const { rewards } = program.visitor({
      async fetch(input, init) {
        const response = await fetch(input, init)
        if (String(input).endsWith('/steps') && read.push(String(input)) === 1) await held
        return response
      },
    })
    await rewards.identify({ email: 'reader@example.com' })
    const before = rewards.steps.list()
    await vi.waitFor(() => expect(read).toHaveLength(1), SOON)
    await rewards.track('visited')
    expect((await rewards.steps.list()).map(({ step_name }) => step_name)).toEqual(['visited', 'identify'])
    release()
    expect(await before).toHaveLength(1)
  })

  test('are found by each filter', async () => {
    const all = await friend.steps.list()
    expect(all.map(({ step_name }) => step_name)).toEqual(['visited', 'reward_earned', 'conversion', 'identify'])
    const [visited, , conversion] = all
    expect(conversion).toMatchObject({
      value: '48',
      quality: 'HIGH',
      partner_event_id: { name: 'partner_conversion_id', value: 'J-1' },
      data: { cart_value: 48 },
    })
    const found: [StepFilters, Step[]][] = [
      [{ step_name: 'conversion' }, [conversion!]],
      [{ partner_event_id_name: 'partner_conversion_id', partner_event_id_value: 'J-1' }, [conversion!]],
      [{ partner_event_id_value: visited!.partner_event_id!.value! }, [visited!]],
      [{ campaign_id: demo.campaignId, program_label: demo.programLabel, quality: 'HIGH' }, all],
      [{ quality: 'LOW' }, []],
    ]
    for (const [filters, steps] of found)
      expect(await friend.steps.list(filters), JSON.stringify(filters)).toEqual(steps)
    // Each event has an id of the SDK's own beside the brand's, and is found by it.
    const byName = await friend.steps.list({ partner_event_id_name: 'partner_event_id' })
    expect(byName.map(({ step_name }) => step_name)).toEqual(['visited', 'conversion', 'identify'])
    expect(byName[1]).toMatchObject({ partner_event_id: { name: 'partner_event_id' } })
  })
})

test('the steps of a consumer who is only identified have no value, no data and no reward', async () => {
  const { rewards } = await program.identified('friend@example.com')
  const steps = await rewards.steps.list()
  expect(steps.map(({ step_name }) => step_name)).toContain('conversion')
  expect(steps.map(({ step_name }) => step_name)).not.toContain('reward_earned')
  for (const { value, data } of steps) expect([value, data]).toEqual([null, {}])
})

describe('referrals', () => {
  test('connect the advocate and the friend, and contain only public data of the other', async () => {
    expect(await ada.referrals.fromMe()).toEqual([
      {
        container: 'production',
        reason: 'CONVERSION',
        shareable_id: demo.ada.code,
        updated_at: expect.any(String),
        person: { id: expect.any(String), first_name: 'Fay', image_url: null, parameters: { garden: 'large' } },
      },
    ])
    expect(await ada.referrals.toMe()).toEqual([])
    expect(await friend.referrals.toMe()).toMatchObject([
      { person: { first_name: 'Ada', image_url: 'https://img.example/ada.png' } },
    ])
    expect(await friend.referrals.fromMe()).toEqual([])
  })

  test('are private', async () => {
    const { rewards } = await program.identified(demo.ada.email)
    for (const call of [rewards.referrals.fromMe(), rewards.referrals.toMe()])
      expect(await failure(call)).toMatchObject({ code: 'scopes_denied', status: 403 })
  })
})

test('audience memberships are listed', async () => {
  await program.rows(`insert into audience_memberships values ('ada-lovelace', 'vip', now(), now())`)
  const date = expect.stringMatching(/Z$/)
  expect(await ada.audienceMemberships.list()).toEqual([{ audience_id: 'vip', created_date: date, updated_date: date }])
})

test('an anonymous consumer can read none of these', async () => {
  const { rewards } = program.visitor()
  for (const call of [rewards.journeys.list(), rewards.steps.list(), rewards.audienceMemberships.list()])
    expect(await failure(call)).toMatchObject({ code: 'scopes_denied', status: 403 })
})

test('the types have the forms of the platform', () => {
  expectTypeOf<Journey['entry_advocate_code']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<'ADVOCATE' | 'FRIEND'>().toExtend<Journey['journey_type']>()
  expectTypeOf<Step['value']>().toEqualTypeOf<string | number | null | undefined>()
  expectTypeOf<NonNullable<StepFilters['quality']>>().toExtend<string>()
  expectTypeOf<NonNullable<Referral['person']>['id']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<AudienceMembership['audience_id']>().toEqualTypeOf<string>()
})
