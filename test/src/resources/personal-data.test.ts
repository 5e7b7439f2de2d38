import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { DataExport } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { failure } from '../failure.js'
import { error } from '../wire.js'
import { useProgram } from './program.js'
import { scripted } from './scripted.js'

const program = useProgram()

const address = () => `${crypto.randomUUID()}@example.com`

const tracked = (event_name: string) =>
  program.rows<{ person_id: string; partner_event_id: string; data: object; verified: boolean }>(
    'select person_id, partner_event_id, data, verified from events where event_name = $1',
    [event_name],
  )

describe('an export', () => {
  test('has what each resource reads, and says when and from where', async () => {
    const { rewards } = await program.verified(demo.ada.email)
    await rewards.parameters.update({ size: 'M' })
    await rewards.track('share', { 'share.channel': 'sms', advocate_code: demo.ada.code, partner_share_id: 'mine' })
    await rewards.assets.create(new File(['roses'], 'order.txt', { type: 'text/plain' }))
    const { exported_at, domain, rewards: earned, missing, ...parts } = await rewards.privacy.export()
    expect(Number.isNaN(Date.parse(exported_at))).toBe(false)
    expect([domain, missing]).toEqual([program.origin, []])
    expect(parts).toEqual({
      profile: await rewards.profile.get(),
      parameters: await rewards.parameters.all(),
      shareables: await rewards.shareables.list(),
      shares: await rewards.shares.list(),
      referrals: { fromMe: await rewards.referrals.fromMe(), toMe: await rewards.referrals.toMe() },
      journeys: await rewards.journeys.list(),
      steps: await rewards.steps.list(),
      audienceMemberships: await rewards.audienceMemberships.list(),
      assets: await rewards.assets.list(),
    })
    for (const list of [parts.shareables, parts.shares, parts.journeys, parts.steps, parts.assets])
      expect(list).not.toEqual([])
    expect(earned).toEqual([])
    expectTypeOf<DataExport['shares']>().not.toBeAny()
  })

  test('has the rewards of the consumer’s own events with their status', async () => {
    const { rewards } = await program.verified(address())
    const { event_id } = await rewards.track('purchase', { polling_id: true }, { id: 'order-1' })
    const { id } = await rewards.profile.get()
    const reward = (name: string, event: string) =>
      program.rows(
        `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, journey_name, face_value, face_value_type, container, data, created_at)
         values ($1, $1, $2, $3, $4, '', 10, 'USD', 'production', '{}', now())`,
        [name, id, event, demo.campaignId],
      )
    await reward(`own-${id}`, event_id)
    await program.rows(
      `insert into steps (step_id, person_id, event_id, step_name, campaign_id, data, event_date, program_name, program_label)
       values ($1, $1, $2, 'reward_earned', $3, '{}', now(), '', '')`,
      [id, event_id, demo.campaignId],
    )
    const { rewards: earned, steps } = await rewards.privacy.export()
    expect(earned).toMatchObject([{ status: 'PENDING', reward: { reward_id: `own-${id}` } }])
    expect(steps).toContainEqual(expect.objectContaining({ step_name: 'reward_earned' }))
  })

  test.each(['visitor', 'identified'] as const)('of a consumer who is no more than %s is refused', async level => {
    const { rewards, requests, told } =
      level === 'visitor' ? program.visitor() : await program.identified(demo.ada.email)
    requests.length = 0
    expect(await failure(rewards.privacy.export())).toMatchObject({ code: 'scopes_denied' })
    expect(requests.filter(line => line.includes('/me'))).toEqual(['GET /api/v4/me/parameters'])
    expect(told.map(({ code }) => code)).toEqual(['scopes_denied'])
  })

  test('of a customer whom the option `jwt` proves needs no call before it', async () => {
    const { rewards } = program.visitor({ jwt: () => proofOf({ email: demo.ada.email }) })
    expect((await rewards.privacy.export()).profile).toMatchObject({ email: demo.ada.email })
  })

  const answers: Record<string, unknown> = {
    '/api/v4/me': { id: 'p', email: 'ada@example.com' },
    '/api/v4/me/parameters': { size: 'M' },
    '/api/v4/me/steps': [],
  }

  test('names the parts that the platform refuses or answers wrongly, and has the others', async () => {
    const { rewards } = scripted(({ path }) => {
      if (path.endsWith('/shares')) return error(403, 'scopes_denied')
      if (path.endsWith('/assets')) return { portal: true }
      return answers[path] ?? []
    })
    expect(await rewards.privacy.export()).toMatchObject({
      profile: { id: 'p' },
      parameters: { size: 'M' },
      shares: null,
      assets: null,
      journeys: [],
      missing: [
        { part: 'shares', code: 'scopes_denied' },
        { part: 'assets', code: 'invalid_response' },
      ],
    })
  })

  test('asks only for the reward of an event that has earned one, and leaves out what is not there yet', async () => {
    const step = (step_name: string, event_id: string, data = {}) => ({ step_name, event_id, data })
    const steps = [
      step('reward_earned', 'e-1'),
      step('purchase', 'e-1', { polling_id: 'p-1' }),
      step('purchase', 'e-2', { polling_id: 'p-2' }),
    ]
    const { rewards, asked } = scripted(({ path }) => {
      if (path.endsWith('/steps')) return steps
      return path.includes('/status') ? { status: 'PENDING', reward: null } : (answers[path] ?? [])
    })
    expect(await rewards.privacy.export()).toMatchObject({ steps, rewards: [], missing: [] })
    expect(asked().filter(({ path }) => path.includes('/status'))).toHaveLength(1)
  })

  test('fails if a part could not be read and might be later', async () => {
    const { rewards } = scripted(({ path }) =>
      path.endsWith('/shares') ? Promise.reject(new TypeError('Failed to fetch')) : (answers[path] ?? []),
    )
    expect(await failure(rewards.privacy.export())).toMatchObject({ code: 'network_error' })
  })

  test.each(['export', 'requestDeletion'] as const)('%s() is never about two people', async call => {
    const { rewards } = await program.verified(address())
    const other = await proofOf({ email: address() })
    // Somebody else takes over between the first part and the others.
    vi.spyOn(rewards.parameters, 'all').mockImplementation(async () => {
      await rewards.verify(other)
      return {}
    })
    const before = await tracked('deletion_requested')
    expect(await failure(rewards.privacy[call]())).toMatchObject({ code: 'logged_out' })
    expect(await tracked('deletion_requested')).toEqual(before)
  })
})

describe('a request for deletion', () => {
  test('is one event of the verified consumer, for two calls and on the next page, and deletes nothing', async () => {
    const email = address()
    const { rewards } = await program.verified(email)
    await rewards.profile.update({ first_name: 'Ada' })
    const [one, other] = await Promise.all([rewards.privacy.requestDeletion(), rewards.privacy.requestDeletion()])
    const again = await (await program.verified(email)).rewards.privacy.requestDeletion()
    expect([other.event_id, again.event_id]).toEqual([one.event_id, one.event_id])
    const { id } = await rewards.profile.get()
    expect(await tracked('deletion_requested')).toEqual([
      {
        person_id: id,
        partner_event_id: `deletion-${new Date().toISOString().slice(0, 10)}`,
        data: expect.objectContaining({ privacy_request: 'deletion' }),
        verified: true,
      },
    ])
    expect(await rewards.profile.get()).toMatchObject({ first_name: 'Ada', email })
    expect(rewards.consumer.level).toBe('verified')
  })

  test('sends one event for two calls, also if the platform did not recognize its id', async () => {
    const { rewards, requests } = await program.verified(address())
    await Promise.all([rewards.privacy.requestDeletion(), rewards.privacy.requestDeletion()])
    await rewards.privacy.requestDeletion()
    await rewards.flush()
    expect(requests.filter(line => line === 'POST /api/v6/events')).toHaveLength(1)
  })

  test('has the name that the program gives it', async () => {
    const { rewards } = await program.verified(address())
    await rewards.privacy.requestDeletion({ event: 'forget_me' })
    expect(await tracked('forget_me')).toMatchObject([{ data: { privacy_request: 'deletion' } }])
  })

  test.each([[''], [7], [{}]])('whose event is %j is refused', async event => {
    const { rewards } = await program.verified(address())
    const call = rewards.privacy.requestDeletion({ event: event as string })
    expect(await failure(call)).toMatchObject({ code: 'invalid_argument' })
  })

  test('of a consumer who only claims an address tracks nothing', async () => {
    const email = address()
    const { rewards } = await program.identified(email)
    expect(await failure(rewards.privacy.requestDeletion({ event: 'claimed' }))).toMatchObject({
      code: 'scopes_denied',
    })
    expect(await tracked('claimed')).toEqual([])
    await rewards.verify(await proofOf({ email }))
    await rewards.privacy.requestDeletion({ event: 'claimed' })
    expect(await tracked('claimed')).toHaveLength(1)
  })

  test('of another person on the same page is another event', async () => {
    const { rewards } = await program.verified(address())
    await rewards.privacy.requestDeletion({ event: 'of_each' })
    await rewards.verify(await proofOf({ email: address() }))
    await rewards.privacy.requestDeletion({ event: 'of_each' })
    const people = (await tracked('of_each')).map(({ person_id }) => person_id)
    expect(new Set(people).size).toBe(2)
  })
})
