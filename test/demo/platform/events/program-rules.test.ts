import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf, purchase } from '../setup/seed-programs/people.js'
import { codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)

const reward = { step: 'reviewed', value: 5, type: 'POINTS', fulfillment: { mode: 'immediate' } }
const referral = { events: { purchase: 'conversion' }, referral: { step: 'conversion' } }

let people = 0
const newEmail = () => `person-${++people}@example.com`
const track = (email: string, event_name: string, data: object = {}, token?: string) =>
  visit.send('/events', { json: { event_name, data: { email, ...data } }, ...(token && { token }) })
const earned = async (email: string) => (await backend.rewards(email)).map(({ reward_name }) => reward_name)

describe('a reward of a consumer', () => {
  beforeAll(() =>
    publishProgram(visit, {
      audiences: { members: {}, reviewers: { step: 'reviewed', when: { data: { stars: { min: 4 } } } } },
      journeys: { advocate: { name: 'Sharing', steps: ['share'] } },
      rewards: [
        { ...reward, name: 'each', to: 'consumer', once_per: 'event' },
        { ...reward, name: 'first', to: 'consumer' },
        { ...reward, name: 'members', to: 'consumer', when: { audience: 'members' } },
        { ...reward, name: 'again', to: 'consumer', when: { audience: 'reviewers' } },
        { ...reward, name: 'long', to: 'consumer', when: { data: { words: { min: 100 } } } },
        { ...reward, name: 'proven', to: 'consumer', when: { level: 'verified' } },
      ],
    }),
  )

  test('is earned once for each event, or once', async () => {
    const email = newEmail()
    await track(email, 'reviewed')
    await track(email, 'reviewed')
    await track(email, 'visited')
    expect(await earned(email)).toEqual(['each', 'first', 'each'])
    const journeys = (await backend.rewards(email)).map(({ journey_name }) => journey_name)
    expect(journeys).toEqual(['A test', 'A test', 'A test'])
    // Also not again if it was canceled.
    const { reward_id } = (await backend.rewards(email)).find(({ reward_name }) => reward_name === 'first')!
    for (const change of [`custom-rewards/${reward_id}/failed`, `rewards/${reward_id}/cancel`])
      expect((await backend.send(`/v2/${change}`, { method: 'POST' })).status).toBe(200)
    await track(email, 'reviewed')
    expect(await earned(email)).toEqual(['each', 'first', 'each', 'each'])
  })

  test('depends on the data of the event and on the level of the person', async () => {
    const [short, long, proven, ofBackend] = [newEmail(), newEmail(), newEmail(), newEmail()]
    await track(short, 'reviewed', { words: 99 })
    await track(long, 'reviewed', { words: '100' })
    await track(proven, 'reviewed', {}, await visit.verified(proven))
    await backend.send('/v6/events/reviewed', { json: { email: ofBackend } })
    expect(await earned(short)).toEqual(['each', 'first'])
    expect(await earned(long)).toEqual(['each', 'first', 'long'])
    expect(await earned(proven)).toEqual(['each', 'first', 'proven'])
    expect(await earned(ofBackend)).toEqual(['each', 'first', 'proven'])
  })

  test('depends on audiences, and on those that the person joined with an earlier step', async () => {
    const email = newEmail()
    await track(email, 'reviewed', { stars: 5 })
    expect(await earned(email)).toEqual(['each', 'first'])
    const path = `/v5/persons/${await backend.personId(email)}/audience-memberships`
    expect(await (await backend.send(path)).json()).toMatchObject([{ audience_id: 'reviewers' }])
    await backend.send(path, { json: { audience_id: 'members' } })
    await track(email, 'reviewed', { stars: 1 })
    expect(await earned(email)).toEqual(['each', 'first', 'each', 'members', 'again'])
  })

  test('is not earned by an anonymous person', async () => {
    const json = { event_name: 'reviewed', data: { stars: 5 } }
    const { id } = await (await visit.send('/events', { json })).json()
    const steps = await visit.rows('select step_name from steps where event_id = $1', [id])
    expect(steps).toEqual([{ step_name: 'reviewed' }])
    expect(await visit.rows('select 1 from rewards where event_id = $1', [id])).toEqual([])
    const joined = 'select 1 from audience_memberships join events using (person_id) where event_id = $1'
    expect(await visit.rows(joined, [id])).toEqual([])
  })
})

describe('a step after the referral', () => {
  beforeAll(() =>
    publishProgram(visit, {
      ...referral,
      rewards: [
        { ...reward, name: 'for-advocate', to: 'advocate' },
        { ...reward, name: 'for-friend', to: 'friend' },
      ],
    }),
  )

  test('rewards friend and advocate, also without the link', async () => {
    const [ann, bea] = [newEmail(), newEmail()]
    const { path } = await advocate(visit, ann)
    await track(bea, 'reviewed')
    expect(await earned(ann)).toEqual([])
    await purchase(visit, bea, {}, path)
    await track(bea, 'reviewed')
    await track(bea, 'reviewed')
    // Without journeys, the rewards have the name of the program.
    const named = (reward_name: string) => [expect.objectContaining({ reward_name, journey_name: 'A test' })]
    expect(await backend.rewards(ann)).toEqual(named('for-advocate'))
    expect(await backend.rewards(bea)).toEqual(named('for-friend'))
  })

  test('does not reward a friend whose profile was merged into that of the advocate', async () => {
    const [cat, dan] = [newEmail(), newEmail()]
    const { path } = await advocate(visit, cat)
    await purchase(visit, dan, {}, path)
    const json = { target_person_id: await backend.personId(cat) }
    await backend.send(`/v5/persons/${await backend.personId(dan)}/forward`, { json })
    await track(cat, 'reviewed')
    expect(await earned(cat)).toEqual([])
  })
})

describe('a referral', () => {
  beforeAll(() =>
    publishProgram(visit, {
      ...referral,
      audiences: { customers: { step: 'conversion' } },
      referral: { step: 'conversion', friend: { not_audience: 'customers' } },
      rewards: [
        { ...reward, step: 'conversion', name: 'each', to: 'advocate', once_per: 'event' },
        { ...reward, step: 'conversion', name: 'friend', to: 'advocate' },
        { ...reward, step: 'conversion', name: 'once', to: 'advocate', once_per: 'person' },
      ],
    }),
  )

  test('stays, although the friend would no longer be eligible', async () => {
    const [ann, bea] = [newEmail(), newEmail()]
    const { path } = await advocate(visit, ann)
    await purchase(visit, bea, {}, path)
    await purchase(visit, bea, {}, path)
    expect(await earned(ann)).toEqual(['each', 'friend', 'once', 'each'])
  })

  test('gives a reward once if several friends buy at the same time', async () => {
    const email = newEmail()
    const { path } = await advocate(visit, email)
    await Promise.all([1, 2, 3, 4].map(() => purchase(visit, newEmail(), {}, path)))
    const names = await earned(email)
    const count = (name: string) => names.filter(each => each === name).length
    expect([count('each'), count('friend'), count('once')]).toEqual([4, 4, 1])
  })
})

test('rewards for the same friend stay when the profiles of two advocates are merged, also two that are fulfilled', async () => {
  const [ann, bea, friend] = [newEmail(), newEmail(), newEmail()]
  const rewardsNamed = (...names: string[]) =>
    names.map(name => ({ ...reward, step: 'conversion', name, to: 'advocate' }))
  await publishProgram(visit, { ...referral, rewards: rewardsNamed('spring', 'always') })
  await purchase(visit, friend, {}, (await advocate(visit, ann)).path)
  await publishProgram(visit, { ...referral, rewards: rewardsNamed('summer', 'always') })
  await purchase(visit, friend, {}, (await advocate(visit, bea)).path)
  const json = { target_person_id: await backend.personId(bea) }
  await backend.send(`/v5/persons/${await backend.personId(ann)}/forward`, { json })
  expect((await earned(bea)).sort()).toEqual(['always', 'always', 'spring', 'summer'])
})

describe('a share', () => {
  const sharesOf = async (event_name: string, data: object = {}) => {
    const token = await visit.verified(newEmail())
    await visit.send('/events', { token, json: { event_name, data } })
    return (await (await visit.send('/v4/me/shares', { token })).json()).length
  }

  test('is stored also if the program gives its event another name', async () => {
    await publishProgram(visit, { events: { share: 'shared', told: 'share' } })
    expect([await sharesOf('share'), await sharesOf('told'), await sharesOf('shared')]).toEqual([1, 1, 0])
  })

  test('is stored also for a consumer whom nobody knows', async () => {
    await publishProgram(visit, {})
    const json = { event_name: 'share', data: {} }
    const { id } = await (await visit.send('/events', { token: await visit.anonymous(), json })).json()
    expect(await visit.rows('select 1 from shares where event_id = $1', [id])).toHaveLength(1)
  })

  test('is not stored if its step has no effects', async () => {
    await publishProgram(visit, { quality: [{ step: 'share', when: { container: 'test' }, quality: 'NONE' }] })
    expect([await sharesOf('share'), await sharesOf('share', { container: 'test' })]).toEqual([1, 0])
  })
})

test('the level of an event is that of its token, whatever the profile has got meanwhile', async () => {
  await publishProgram(visit, {
    quality: [{ step: 'seen', when: { level: 'anonymous' }, quality: 'LOW' }],
  })
  const token = await visit.anonymous()
  const { identity_id } = await (await visit.send('/v5/token', { token })).json()
  await backend.send(`/v5/persons/${identity_id}`, { method: 'PUT', json: { email: newEmail() } })
  await visit.send('/events', { token, json: { event_name: 'seen', data: {} } })
  expect(await visit.rows('select quality from steps where person_id = $1', [identity_id])).toEqual([
    { quality: 'LOW' },
  ])
})

test('the locale of an event is that of its data, else that of the profile', async () => {
  await publishProgram(visit, { quality: [{ step: 'seen', when: { locale: 'fr' }, quality: 'LOW' }] })
  const email = newEmail()
  const { id } = await (await backend.send('/v5/persons', { json: { email, locale: 'fr-CA' } })).json()
  for (const data of [{}, { locale: 'en' }, { locale: 'fr' }]) await track(email, 'seen', data)
  const qualities = await visit.rows('select quality from steps where person_id = $1 order by position', [id])
  expect(qualities.map(({ quality }) => quality)).toEqual(['LOW', 'HIGH', 'LOW'])
})

test('a program without journeys starts none', async () => {
  await publishProgram(visit, referral)
  const { path } = await advocate(visit, newEmail())
  const friend = await purchase(visit, newEmail(), {}, path)
  expect(await (await visit.send('/v4/me/journeys', { token: friend })).json()).toEqual([])
})

test('a friend of one advocate who uses the link of another is referred anew, and both earn', async () => {
  await publishProgram(visit, {
    ...referral,
    rewards: [
      { ...reward, step: 'conversion', name: 'per-friend', to: 'advocate' },
      { ...reward, name: 'newest', to: 'advocate', once_per: 'event' },
    ],
  })
  const [one, other, friend] = [newEmail(), newEmail(), newEmail()]
  const [{ code: first }, { code: second }] = [await advocate(visit, one), await advocate(visit, other)]
  await purchase(visit, friend, { advocate_code: first })
  for (const [advocate_code, newest] of [
    [second, other],
    [first, one],
  ] as const) {
    visit.now += 1000
    await purchase(visit, friend, { advocate_code })
    await track(friend, 'reviewed')
    expect((await earned(newest)).at(-1)).toBe('newest')
  }
  expect([await earned(one), await earned(other)]).toEqual([
    ['per-friend', 'newest'],
    ['per-friend', 'newest'],
  ])
  const id = await backend.personId(friend)
  const referrals = await visit.rows('select reason from referrals where friend_id = $1', [id])
  expect(referrals).toEqual([{ reason: 'CONVERSION' }, { reason: 'CONVERSION' }])
})

test('a stored program that is no longer valid stops events with an error, and applies nothing by half', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  const version = await publishProgram(visit, {})
  await visit.rows(`update campaign_versions set program = '{"name":1}' where version = $1`, [version])
  const email = newEmail()
  const response = await visit.send(`${server}/v6/events/seen`, { token: demo.serverToken, json: { email } })
  expect([response.status, await codeOf(response)]).toEqual([500, 'software_error'])
  expect(await visit.rows('select 1 from persons where email = $1', [email])).toEqual([])
  await publishProgram(visit, {})
  expect((await visit.send(`${server}/v6/events/seen`, { token: demo.serverToken, json: { email } })).status).toBe(200)
})

describe('the step of an event', () => {
  const steps = async (token: string) => (await visit.send('/v4/me/steps', { token })).json()

  test('has the name of the event, unless the program gives it another one', async () => {
    await publishProgram(visit, { events: { purchase: 'conversion', order: 'conversion' } })
    const token = await visit.verified(newEmail())
    for (const event_name of ['purchase', 'order', 'Order', 'constructor', '__proto__'])
      await visit.send('/events', { token, json: { event_name, data: {} } })
    const names = (await steps(token)).map(({ step_name }: { step_name: string }) => step_name)
    expect(names).toEqual(['__proto__', 'constructor', 'Order', 'conversion', 'conversion'])
  })

  test('has the quality of the first rule that fits, and is HIGH without one: only then it joins an audience', async () => {
    await publishProgram(visit, {
      audiences: { all: { step: 'seen' }, staff: { step: 'seen', when: { labels: 'staff' } } },
      quality: [
        { step: 'seen', when: { container: 'test' }, quality: 'NONE' },
        { step: 'seen', when: { labels: ['bot', 'staff'] }, quality: 'LOW' },
      ],
    })
    const token = await visit.verified(newEmail())
    for (const data of [{}, { labels: 'staff' }, { labels: 'staff', container: 'test' }])
      await visit.send('/events', { token, json: { event_name: 'seen', data } })
    expect((await steps(token)).map(({ quality }: { quality: string }) => quality)).toEqual(['NONE', 'LOW', 'HIGH'])
    const joined = `select audience_id, container from audience_memberships where audience_id in ('all', 'staff')`
    expect(await visit.rows(joined)).toEqual([{ audience_id: 'all', container: 'production' }])
  })

  test('is recorded for a campaign without a program, under the name of the campaign', async () => {
    await visit.rows('update campaign_versions set program = null')
    const token = await visit.verified(newEmail())
    await visit.send('/events', { token, json: { event_name: 'purchase', data: {} } })
    await visit.send(`/s/${demo.ada.code}`)
    expect(await steps(token)).toMatchObject([
      { step_name: 'purchase', program_name: demo.campaignId, program_label: demo.campaignId },
    ])
    const response = await visit.send('/zones/share_destination', { token, json: {} })
    expect(await response.json()).toMatchObject({ state: 'ineligible' })
  })
})

describe('two persons who refer each other', () => {
  beforeAll(() =>
    publishProgram(visit, {
      ...referral,
      rewards: [
        { ...reward, step: 'conversion', name: 'advocate', to: 'advocate' },
        { ...reward, step: 'conversion', name: 'friend', to: 'friend' },
      ],
    }),
  )
  const both = async () => {
    const [one, other] = [newEmail(), newEmail()]
    return [
      { email: one, ...(await advocate(visit, one)) },
      { email: other, ...(await advocate(visit, other)) },
    ] as const
  }

  test('are paid for the first referral only', async () => {
    const [one, other] = await both()
    await track(other.email, 'purchase', { advocate_code: one.code })
    await track(one.email, 'purchase', { advocate_code: other.code })
    expect(await earned(one.email)).toEqual(['advocate'])
    expect(await earned(other.email)).toEqual(['friend'])
  })

  test('are paid for one referral if they buy at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = await both()
      await Promise.all([
        track(other.email, 'purchase', { advocate_code: one.code }),
        track(one.email, 'purchase', { advocate_code: other.code }),
      ])
      expect([...(await earned(one.email)), ...(await earned(other.email))].sort()).toEqual(['advocate', 'friend'])
    }
  })
})
