import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { PREVIEWERS } from '../consumer/shareables/previewers.js'
import { type Call, server, usePlatform } from '../use-platform.js'

/** A client can have several campaigns. Each event is applied by the program of each of them. */

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const read = async (path: string, call?: Call) => (await send(path, call)).json()

/** A program that rewards advocate and friend once, as that of the demo does, under the same names. */
const program = {
  name: 'Partners',
  label: 'partners',
  events: { purchase: 'order' },
  journeys: { friend: { name: 'Welcome', steps: ['order'] }, advocate: { name: 'Invite', steps: ['share'] } },
  referral: { step: 'order' },
  rewards: [
    { name: 'advocate-20', to: 'advocate', step: 'order', value: 5, type: 'USD', fulfillment: { mode: 'immediate' } },
  ],
}
const zone = (title: string, when: object = {}) => ({ creatives: [{ when, content: { title } }] })

let second: string

beforeAll(async () => {
  second = (await read('/v2/campaigns', { json: { name: 'Partners', program_label: 'partners' } })).campaign_id
})

const save = (campaign_id: string, json: object) =>
  read(`/v2/campaigns/${campaign_id}/versions`, { json: { message: '', publish: true, ...json } })

const purchase = async (data: object) => {
  const json = { event_name: 'purchase', data: { cart_value: '80', ...data } }
  return (await send('/v6/events', { json })).json()
}

test('a new campaign is a draft, and takes no part in events', async () => {
  expect(await read('/v2/campaigns')).toMatchObject([
    { campaign_id: demo.campaignId, live_version: 1 },
    { campaign_id: second, name: 'Partners', program_label: 'partners', version: 1, live_version: null },
  ])
  const { person_id } = await purchase({ email: 'early@example.com' })
  expect(await read(`/v5/persons/${person_id}/steps`)).toMatchObject([{ campaign_id: demo.campaignId }])
})

test.each([
  { name: 'Partners', program_label: 'not a label' },
  { name: '', program_label: 'partners' },
])('a campaign is not created with %o', async json => {
  const response = await send('/v2/campaigns', { json })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'invalid_parameter', parameters: { errors: [expect.any(String)] } },
  ])
  expect(await read('/v2/campaigns')).toHaveLength(2)
})

test('each campaign counts its own versions, and has its own parts', async () => {
  expect(await save(second, { zones: { greeting: zone('Partners') } })).toMatchObject({ version: 2 })
  expect(await save(demo.campaignId, { zones: { greeting: zone('Friends') } })).toMatchObject({ version: 2 })
  // Nor is a change in one a conflict in another.
  const partners = { zones: { greeting: zone('Partners') }, parent_version: 2 }
  expect(await save(second, partners)).toMatchObject({ version: 3 })
  const friends = { zones: { greeting: zone('Friends') }, parent_version: 2 }
  expect(await save(demo.campaignId, friends)).toMatchObject({ version: 3 })
  const titleIn = async (id: string) => {
    const components: { name: string; variables: { value: unknown }[] }[] = await read(
      `/v2/campaigns/${id}/components/built`,
    )
    return components.find(({ name }) => name === 'greeting')!.variables[0]!.value
  }
  expect(await titleIn(second)).toEqual({ title: 'Partners' })
  expect(await titleIn(demo.campaignId)).toEqual({ title: 'Friends' })
})

test('campaign_ids selects the components of some campaigns, sorted by name', async () => {
  const components = async (query: string): Promise<{ name: string; campaign_id: string }[]> =>
    read(`/v1/components/built${query}`)
  const all = await components('')
  const names = all.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(all.filter(({ name }) => name === 'greeting').map(({ campaign_id }) => campaign_id)).toEqual(
    [demo.campaignId, second].sort(),
  )
  expect(await components(`?campaign_ids=${second}`)).toMatchObject([{ name: 'greeting', campaign_id: second }])
  expect(await components(`?campaign_ids=${second},${demo.campaignId}`)).toEqual(all)
  expect(await components(`?campaign_ids=${second}&campaign_ids=${demo.campaignId}`)).toEqual(all)
  expect(await components(`?campaign_id=${second}`)).toEqual(all)
})

test('the agency of the demo data has two campaigns, and their components are selected', async () => {
  const token = demo.agency.serverToken
  const campaigns: { campaign_id: string; live_version: number }[] = await read('/v2/campaigns', { token })
  expect(campaigns.map(({ campaign_id }) => campaign_id)).toEqual([
    demo.agency.campaignId,
    demo.agency.secondCampaignId,
  ])
  const some: { name: string; campaign_id: string }[] = await read(
    `/v1/components/built?campaign_ids=${demo.agency.secondCampaignId}`,
    { token },
  )
  expect(some.map(({ name }) => name)).toEqual(['friends', 'reward_status'])
  for (const { campaign_id } of some) expect(campaign_id).toBe(demo.agency.secondCampaignId)
  const emails: { campaign_id: string }[] = await read('/v2/emails?limit=1000', { token })
  expect([...new Set(emails.map(({ campaign_id }) => campaign_id))]).toEqual([
    ...[demo.agency.campaignId, demo.agency.secondCampaignId],
  ])
})

describe('a zone of several campaigns', () => {
  const titleFor = async (data: object) => {
    const json = { event_name: 'greeting', data }
    return (await read('/v6/zones', { json })).title
  }

  test('shows the creative of the campaign that published it last, if its conditions are met', async () => {
    visit.now += 1000
    await save(second, { zones: { greeting: zone('Partners', { labels: 'partners' }) } })
    expect(await titleFor({ labels: 'partners' })).toBe('Partners')
    expect(await titleFor({})).toBe('Friends')
    visit.now += 1000
    await save(demo.campaignId, { zones: { greeting: zone('Friends') } })
    expect(await titleFor({ labels: 'partners' })).toBe('Friends')
  })
})

describe('an event', () => {
  let friend: string
  const of = (campaign_id: string) => expect.objectContaining({ campaign_id })

  beforeAll(async () => {
    await save(second, { program })
    friend = (await purchase({ email: 'fay@example.com', advocate_code: demo.ada.code, partner_event_id: 'o-1' }))
      .person_id
  })

  test('is a step of each campaign with a published program, under the name that each gives it', async () => {
    const steps: { step_name: string; campaign_id: string }[] = await read(`/v5/persons/${friend}/steps`)
    const names = steps.map(({ step_name, campaign_id }) => [campaign_id, step_name])
    expect(names).toContainEqual([demo.campaignId, 'conversion'])
    expect(names).toContainEqual([second, 'order'])
  })

  test('is recorded once, and a repetition changes nothing', async () => {
    await purchase({ email: 'fay@example.com', advocate_code: demo.ada.code, partner_event_id: 'o-1' })
    const events = await visit.rows(`select 1 from events where person_id = $1 and event_name = 'purchase'`, [friend])
    expect(events).toHaveLength(1)
  })

  test('earns the rewards of each campaign, also of the same name', async () => {
    const rewards = await read('/v5/persons/ada-lovelace/rewards')
    expect(rewards).toHaveLength(2)
    expect(rewards).toEqual(expect.arrayContaining([of(demo.campaignId), of(second)]))
    await purchase({ email: 'fay@example.com', advocate_code: demo.ada.code, partner_event_id: 'o-2' })
    expect(await read('/v5/persons/ada-lovelace/rewards')).toHaveLength(2)
  })

  test('leads by a link that names the oldest campaign, and has its card', async () => {
    const location = (await visit.send(`/s/${demo.ada.code}`)).headers.get('Location')!
    expect(new URL(location).searchParams.get('utm_campaign')).toBe(demo.campaignId)
    const headers = { 'User-Agent': PREVIEWERS['WhatsApp on iOS']! }
    const card = await (await visit.send(`/s/${demo.ada.code}`, { headers })).text()
    expect(card).toContain('property="og:site_name" content="Give 20, get 20"')
  })

  test('begins a journey of each campaign, and so does a click on a link', async () => {
    const cookie = await visit.identified('clicks@example.com')
    await visit.send(`/s/${demo.ada.code}`, { cookie })
    const begun: { campaign_id: string }[] = await (await visit.send('/v4/me/journeys', { token: cookie })).json()
    expect(begun.map(({ campaign_id }) => campaign_id).sort()).toEqual([demo.campaignId, second].sort())
    expect(await read(`/v5/persons/${friend}/journeys`)).toEqual(
      expect.arrayContaining([of(demo.campaignId), of(second)]),
    )
  })

  test('refers the friend in each campaign, and lists of friends have them once', async () => {
    const referrals = await visit.rows('select campaign_id from referrals where friend_id = $1', [friend])
    expect(referrals).toHaveLength(2)
    const { length } = await read('/v5/persons/ada-lovelace/relationships?my_roles=ADVOCATE')
    expect(length).toBe(1)
    const ada = await visit.verified(demo.ada.email)
    expect(await (await visit.send('/v4/me/referrals-from-me', { token: ada })).json()).toHaveLength(1)
    expect(await read('/v4/persons/ada-lovelace/stats')).toMatchObject({ conversions: 1 })
  })

  test('leaves the offer and the card of a zone to the campaign of the zone', async () => {
    const offer = { state: '{{offer_state}}', advocate: '{{advocate}}' }
    const content = { ...offer, card: '{{link_card}}', image: '{{card_image_url}}' }
    const zones = { 'own-offer': { creatives: [{ content }] } }
    const { person_id } = await purchase({ email: 'unreferred@example.com' })
    const shown = async (campaign: string, data: object = {}) => {
      visit.now += 1000
      await save(campaign, { zones })
      return read('/v6/zones', { json: { event_name: 'own-offer', data: { person_id, ...data } } })
    }
    // Only the first campaign refers no customers, and has a card.
    const card = { title: '$20 off your first order at Juniper' }
    expect(await shown(demo.campaignId)).toMatchObject({ state: 'ineligible', card, image: expect.any(String) })
    expect(await shown(second)).toMatchObject({ state: 'available', card: { title: 'Partners' }, image: null })
    await save(second, { program: { ...program, referral: { step: 'order', found_by: ['click'] } } })
    const code = { advocate_code: demo.ada.code }
    expect((await shown(demo.campaignId, code)).advocate).toEqual({ first_name: 'Ada' })
    expect((await shown(second, code)).advocate).toBeNull()
    await save(second, { program })
  })

  test('asks the audiences of its person as they were before it, whatever it joins in another campaign', async () => {
    const rewards = [{ ...program.rewards[0], name: 'new', to: 'consumer', when: { not_audience: 'customers' } }]
    await save(second, { program: { ...program, audiences: { customers: {} }, rewards } })
    const { person_id } = await purchase({ email: 'newcomer@example.com' })
    await purchase({ email: 'newcomer@example.com' })
    expect(await read(`/v5/persons/${person_id}/audience-memberships`)).toMatchObject([{ audience_id: 'customers' }])
    expect(await read(`/v5/persons/${person_id}/rewards`)).toMatchObject([{ reward_name: 'new', campaign_id: second }])
    await save(second, { program })
  })

  test('that shares is one share', async () => {
    const ada = await visit.verified(demo.ada.email)
    const json = { event_name: 'share', data: { advocate_code: demo.ada.code, channel: 'EMAIL' } }
    await visit.send('/v6/events', { token: ada, json })
    expect(await read('/v5/persons/ada-lovelace/shares')).toHaveLength(1)
  })
})

test('a merge keeps what each campaign has given', async () => {
  const one = (await purchase({ email: 'one@example.com', advocate_code: demo.ada.code })).person_id
  const other = (await purchase({ email: 'other@example.com', advocate_code: demo.ada.code })).person_id
  const json = { target_person_id: other }
  expect((await send(`/v5/persons/${one}/forward`, { json })).status).toBe(200)
  const referrals = await visit.rows('select campaign_id from referrals where friend_id = $1', [other])
  expect(referrals).toHaveLength(2)
  const live = await visit.rows(
    `select campaign_id from rewards where friend_id = $1 and person_id = 'ada-lovelace' and state <> 'CANCELED' and once_per is not null`,
    [other],
  )
  expect(live.map(({ campaign_id }) => campaign_id).sort()).toEqual([demo.campaignId, second].sort())
  const journeys = await read(`/v5/persons/${other}/journeys`)
  expect(journeys).toHaveLength(2)
})

describe('what a person has done in one campaign', () => {
  const fields = {
    ...program,
    events: {},
    journeys: { friend: { steps: ['subscribe'] } },
    referral: { step: 'subscribe' },
  }
  const reward = { ...program.rewards[0], once_per: undefined }
  const submit = async (event_name: string, data: object): Promise<{ person_id: string }> =>
    (await send('/v6/events', { json: { event_name, data } })).json()
  const namesOf = async (email: string) => {
    const [{ id }] = await read(`/v5/persons?email=${email}`)
    const rewards: { reward_name: string; state: string }[] = await read(`/v5/persons/${id}/rewards`)
    return rewards.map(({ reward_name }) => reward_name).sort()
  }
  const newAdvocate = async (email: string) => {
    const token = await visit.verified(email)
    const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
    return { email, advocate_code: code as string }
  }

  beforeAll(() =>
    save(second, {
      program: {
        ...fields,
        rewards: [
          { ...reward, name: 'renewed', step: 'renewal' },
          { ...reward, name: 'two', step: 'subscribe', friends: 2 },
        ],
      },
    }),
  )

  test('refers nobody in another one, and counts in none', async () => {
    const { email, advocate_code } = await newAdvocate('nell@example.com')
    await purchase({ email: 'buyer@example.com', advocate_code })
    await submit('renewal', { email: 'buyer@example.com' })
    expect(await namesOf(email)).toEqual(['advocate-20'])
    await submit('subscribe', { email: 'subscriber@example.com', advocate_code })
    expect(await namesOf(email)).toEqual(['advocate-20'])
    await submit('renewal', { email: 'subscriber@example.com' })
    expect(await namesOf(email)).toEqual(['advocate-20', 'renewed'])
  })

  test('refers an advocate in another one whom the friend has referred there', async () => {
    const [one, other] = [await newAdvocate('tess@example.com'), await newAdvocate('uma@example.com')]
    await purchase({ email: other.email, advocate_code: one.advocate_code })
    await submit('subscribe', { email: one.email, advocate_code: other.advocate_code })
    await submit('renewal', { email: one.email })
    expect(await namesOf(other.email)).toEqual(['friend-20', 'renewed'])
  })

  test('stays beside that in another one, if the persons are merged', async () => {
    const { advocate_code } = await newAdvocate('olga@example.com')
    const one = await submit('subscribe', { email: 'pam@example.com', advocate_code })
    const other = await purchase({ email: 'quinn@example.com', advocate_code })
    await send(`/v5/persons/${one.person_id}/forward`, { json: { target_person_id: other.person_id } })
    const journeys: { campaign_id: string }[] = await read(`/v5/persons/${other.person_id}/journeys`)
    expect(journeys.map(({ campaign_id }) => campaign_id).sort()).toEqual([demo.campaignId, second].sort())
  })

  test('reaches its number of friends by a merge, whatever came later in another one', async () => {
    const advocates = [await newAdvocate('rosa@example.com'), await newAdvocate('sue@example.com')] as const
    for (const { email, advocate_code } of advocates)
      await submit('subscribe', { email: `friend-of-${email}`, advocate_code })
    visit.now += 1000
    await purchase({ email: 'tom@example.com', advocate_code: advocates[1].advocate_code })
    const [[source], [target]] = [
      await read(`/v5/persons?email=${advocates[0].email}`),
      await read(`/v5/persons?email=${advocates[1].email}`),
    ]
    await send(`/v5/persons/${source.id}/forward`, { json: { target_person_id: target.id } })
    expect(await namesOf(advocates[1].email)).toEqual(['advocate-20', 'two'])
  })

  test('stays if another one, with a reward of the same name, gives nothing for the proven order', async () => {
    const audiences = { members: { step: 'join' } }
    await save(second, {
      program: { ...program, audiences, referral: { step: 'order', friend: { audience: 'members' } } },
    })
    const { email, advocate_code } = await newAdvocate('vic@example.com')
    const order = { partner_event_id: 'o-3', cart_value: '80' }
    const json = { event_name: 'purchase', data: { ...order, advocate_code } }
    await visit.send('/v6/events', { token: await visit.identified('wes@example.com'), json })
    const { person_id } = await purchase({ ...order, email: 'wes@example.com' })
    const given = `select campaign_id, state from rewards join persons using (person_id) where email = $1`
    expect(await visit.rows(given, [email])).toEqual([{ campaign_id: demo.campaignId, state: 'EARNED' }])
    const referrals = await visit.rows('select campaign_id from referrals where friend_id = $1', [person_id])
    expect(referrals).toEqual([{ campaign_id: demo.campaignId }])
  })
})

test('the partner keys of each campaign find persons', async () => {
  await save(second, { program: { ...program, partner_keys: ['member_id'] } })
  const keys: { name: string }[] = await read('/v5/persons/partner-keys')
  expect(keys.map(({ name }) => name)).toEqual(expect.arrayContaining(['partner_conversion_id', 'member_id']))
  const { person_id } = await purchase({ email: 'member@example.com', member_id: 'M-1' })
  expect(await read('/v5/persons?partner_key=member_id:M-1')).toMatchObject([{ id: person_id }])
})

test('a stored program that is no longer valid stops the programs of the other campaigns, too', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  await save(second, { program })
  await visit.rows(
    `update campaign_versions set program = '{"name":1}' where campaign_id = $1 and program is not null`,
    [second],
  )
  const json = { event_name: 'purchase', data: { email: 'half@example.com' } }
  expect((await send('/v6/events', { json })).status).toBe(500)
  expect(await visit.rows(`select 1 from persons where email = 'half@example.com'`)).toEqual([])
})

test('an event of a client that has published no program is a step of its oldest campaign only', async () => {
  await visit.rows('update campaign_versions set published_date = null')
  const { person_id } = await purchase({ email: 'unpublished@example.com' })
  expect(await read(`/v5/persons/${person_id}/steps`)).toMatchObject([
    {
      step_name: 'purchase',
      campaign_id: demo.campaignId,
      program_name: demo.campaignId,
      program_label: demo.campaignId,
    },
  ])
})
