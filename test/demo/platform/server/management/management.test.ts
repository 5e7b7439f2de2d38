import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { seedProgram } from '../../../../../demo/platform/setup/seed-programs/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const campaign = `/v2/campaigns/${demo.campaignId}`

const get = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const read = async (path: string, call?: Call) => (await get(path, call)).json()

interface Component {
  name: string
  campaign_id: string
  version: number
  variables: { name: string; type: string; values: Record<string, unknown>; value: unknown }[]
}

const named = (components: Component[], name: string) => components.find(each => each.name === name)

const creative = (title: string, when: object = {}) => ({ when, content: { title } })
const save = (publish: boolean, creatives: object[], call: Call = {}) =>
  get(`${campaign}/versions`, { json: { message: '', zones: { greeting: { creatives } }, publish }, ...call })

/** Version 1 is the seed, version 2 published, version 3 a draft. */
beforeAll(async () => {
  await save(true, [
    creative('Hallo', { locale: ['de', 'de-CH'] }),
    creative('Hello'),
    creative('Moin', { locale: ['de'] }),
    creative('Ciao', { labels: 'friends', locale: 'it' }),
    creative('Salut', { labels: 'friends', locale: 'fr' }),
  ])
  visit.now += 1000
  await save(false, [creative('Draft')])
})

describe('a campaign', () => {
  test('is its newest version, and tells which version is live', async () => {
    const found = await read(campaign)
    expect(found).toMatchObject({
      campaign_id: demo.campaignId,
      name: 'Give 20, get 20',
      program_label: 'refer-a-friend',
      version: 3,
      published_date: null,
      is_published: false,
      live_version: 2,
    })
  })

  test('ignores a query parameter version', async () => {
    for (const path of ['', '/components', '/components/built', '/controllers/built'])
      expect(await read(`${campaign}${path}?version=1`)).toEqual(await read(campaign + path))
  })

  test('lists the metadata of its versions, newest first', async () => {
    const versions = await read(`${campaign}/versions`)
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1])
    expect(Object.keys(versions[0]).sort()).toEqual([
      'created_date',
      'editor_id',
      'message',
      'parent_version',
      'published_date',
      'version',
    ])
    expect(versions[1].published_date).toBe(versions[1].created_date)
  })
})

const readSources = (version: number) => read(`${campaign}/version/${version}/sources`)

describe('the sources of a version', () => {
  test('are its program and zones as they were written, with those of the versions before', async () => {
    const { program, zones, ...metadata } = await readSources(3)
    expect(metadata).toMatchObject({ campaign_id: demo.campaignId, version: 3, published_date: null })
    expect(program).toEqual(JSON.parse(seedProgram('give-20-get-20')))
    expect(zones.greeting).toEqual({ creatives: [creative('Draft')] })
    expect(zones.share_experience.creatives.length).toBeGreaterThan(1)
    expect((await readSources(1)).zones.greeting).toBeUndefined()
  })

  test('of a version that the campaign does not have are an error', async () => {
    expect(await codeOf(await get(`${campaign}/version/99/sources`))).toBe('invalid_parameter')
  })
})

describe('the components of a campaign', () => {
  test('are its zones as of the newest version, sorted by name', async () => {
    const components: Component[] = await read(`${campaign}/components`)
    const names = components.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    expect(names).toContain('share_experience')
    expect(named(components, 'greeting')).toMatchObject({
      ...{ version: 3, campaign_version: 3 },
      created_date: new Date(visit.now - 1000).toISOString(),
      updated_date: new Date(visit.now).toISOString(),
      variables: [{ name: 'creative-1', type: 'JSON', values: { default: { title: 'Draft' } } }],
    })
    expect(named(components, 'share_experience')).toMatchObject({ version: 1, campaign_version: 3 })
  })

  test('have a value for each locale, of the first creative that fits', async () => {
    const components: Component[] = await read(`${campaign}/version/2/components`)
    const values = { de: { title: 'Hallo' }, 'de-CH': { title: 'Hallo' }, default: { title: 'Hello' } }
    expect(named(components, 'greeting')!.variables).toMatchObject([
      { values },
      { values: { it: { title: 'Ciao' }, fr: { title: 'Salut' } } },
    ])
  })

  test('are built with the value of the default locale, or else of the first creative', async () => {
    const components: Component[] = await read(`${campaign}/version/2/components/built`)
    const { variables } = named(components, 'greeting')!
    expect(variables).toMatchObject([{ value: { title: 'Hello' } }, { value: { title: 'Ciao' } }])
    for (const variable of variables) expect(variable).not.toHaveProperty('values')
    const newest: Component[] = await read(`${campaign}/components/built`)
    expect(named(newest, 'greeting')!.variables).toMatchObject([{ value: { title: 'Draft' } }])
  })

  test('of a version do not contain what later versions added', async () => {
    expect(named(await read(`${campaign}/version/1/components`), 'greeting')).toBeUndefined()
  })
})

describe('the built components of all campaigns', () => {
  test('are read in pages, sorted by name', async () => {
    const all: Component[] = await read('/v1/components/built')
    expect(all).toEqual(await read(`${campaign}/components/built`))
    expect(await read('/v1/components/built?limit=2&offset=1')).toEqual(all.slice(1, 3))
  })

  test('of several campaigns are sorted by name, not by campaign', async () => {
    const all: Component[] = await read('/v1/components/built', { token: demo.agency.serverToken })
    expect(new Set(all.map(({ campaign_id }) => campaign_id)).size).toBe(2)
    const names = all.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
  })

  test('are filtered by campaign_ids, and not by campaign_id', async () => {
    const all = await read('/v1/components/built')
    expect(await read(`/v1/components/built?campaign_ids=other,${demo.campaignId}`)).toEqual(all)
    expect(await read('/v1/components/built?campaign_ids=other')).toEqual([])
    expect(await read('/v1/components/built?campaign_id=other')).toEqual(all)
  })

  test.each(['limit=0', 'limit=1001', 'offset=-1'])('are not read with %s', async query => {
    const response = await get(`/v1/components/built?${query}`)
    expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
  })
})

test('the controllers say what each step of the program does, and which component each zone renders', async () => {
  const controllers: { name: string; type: string }[] = await read(`${campaign}/controllers/built`)
  const [conversion] = controllers.filter(({ name }) => name === 'conversion')
  expect(conversion).toMatchObject({
    type: 'STEP',
    triggers: [{ type: 'EVENT', event_names: ['conversion', 'purchase'] }],
    actions: [
      { type: 'CONTINUE_JOURNEY', role: 'FRIEND' },
      { type: 'REFER_FRIEND', found_by: ['advocate_code', 'click'] },
      { type: 'EARN_REWARD', reward_name: 'advocate-20', to: 'ADVOCATE', face_value: 20, face_value_type: 'USD' },
      { type: 'EARN_REWARD', reward_name: 'friend-20', to: 'FRIEND' },
      { type: 'JOIN_AUDIENCE', audience_id: 'customers' },
    ],
  })
  expect(controllers.filter(({ name }) => name === 'greeting')).toMatchObject([
    {
      type: 'ZONE',
      triggers: [{ type: 'EVENT', event_names: ['greeting'] }],
      actions: [{ type: 'RENDER_COMPONENT', component_id: `${demo.campaignId}:greeting` }],
    },
  ])
})

test('the emails are those of the creatives, and honor only a limit', async () => {
  const emails: { email_id: string; zone_name: string }[] = await read('/v2/emails?limit=1000')
  expect(emails).toContainEqual({
    email_id: `${demo.campaignId}:share`,
    name: 'Share by email',
    zone_name: 'share_experience',
    campaign_id: demo.campaignId,
    campaign_version: 3,
  })
  expect(new Set(emails.map(({ email_id }) => email_id)).size).toBeLessThan(emails.length)
  expect(await read('/v2/emails?limit=2&offset=1&zone_name=none')).toEqual(emails.slice(0, 2))
})

const PATHS = [
  '',
  '/versions',
  '/components',
  '/components/built',
  '/controllers/built',
  '/version/1/components',
  '/version/1/components/built',
]

describe('a campaign of another client', () => {
  const sandbox = `/v2/campaigns/${demo.sandbox.campaignId}`
  const token = demo.sandbox.serverToken

  test.each(PATHS)('%s: production reads a campaign of its sandbox', async path => {
    const found = await get(sandbox + path)
    expect(found.status).toBe(200)
    expect(await found.json()).toEqual(await read(sandbox + path, { token }))
  })

  test.each(PATHS)('%s: the sandbox reads no campaign of production', async path => {
    const response = await get(campaign + path, { token })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_campaign_id'])
  })

  test('cannot be changed', async () => {
    const json = { message: '', zones: { greeting: { creatives: [creative('Theirs')] } } }
    const response = await get(`${sandbox}/versions`, { json })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_campaign_id'])
  })

  test('is not among the components and emails of another client', async () => {
    expect(named(await read('/v1/components/built', { token }), 'greeting')).toBeUndefined()
    for (const { campaign_id } of await read('/v2/emails', { token })) expect(campaign_id).toBe(demo.sandbox.campaignId)
  })

  test('of an account that the caller’s account manages is read, and only its owner’s token writes it', async () => {
    const { serverToken: token, clientId, campaignId } = demo.agency
    expect(await read('/v4/tokens', { token })).toMatchObject({ client_id: clientId })
    for (const path of PATHS) expect(await read(campaign + path, { token })).toEqual(await read(campaign + path))
    const json = { message: '', zones: { greeting: { creatives: [creative('By the agency')] } } }
    const refused = await get(`${campaign}/versions`, { token, json })
    expect([refused.status, await codeOf(refused)]).toEqual([400, 'invalid_campaign_id'])
    const made = await read('/v4/tokens', { token, json: { client_id: demo.clientId } })
    expect(made).toMatchObject({ client_id: demo.clientId })
    expect((await get(`${campaign}/versions`, { token: made.access_token, json })).status).toBe(200)
    const back = await get(`/v2/campaigns/${campaignId}`)
    expect([back.status, await codeOf(back)]).toEqual([400, 'invalid_campaign_id'])
  })

  test('of another account is not read', async () => {
    await visit.rows(`insert into clients (client_id, account, name) values ('rival', 'rival', 'Rival')`)
    await visit.rows(`insert into programs (campaign_id, client_id) values ('rival-campaign', 'rival')`)
    await visit.rows(
      `insert into campaign_versions (campaign_id, version, editor_id, message, preview_key, created_date)
       values ('rival-campaign', 1, 'rival', '', 'rival', now())`,
    )
    for (const path of PATHS) {
      const response = await get(`/v2/campaigns/rival-campaign${path}`)
      expect([path, response.status, await codeOf(response)]).toEqual([path, 400, 'invalid_campaign_id'])
    }
    expect(await read('/v1/components/built?campaign_ids=rival-campaign')).toEqual([])
  })

  test.each(PATHS)('%s: an unknown campaign is refused', async path => {
    const response = await get(`/v2/campaigns/unknown${path}`)
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_campaign_id'])
  })
})

test.each(['0', '99', 'x', '1.0'])('there is no version %s', async version => {
  for (const path of ['components', 'components/built']) {
    const response = await get(`${campaign}/version/${version}/${path}`)
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
  }
})

test.each([
  ...PATHS.map(path => campaign + path),
  '/v1/components/built',
  '/v2/emails',
])('%s is not read without a token', async path => {
  const response = await get(path, { token: '' })
  expect([response.status, await codeOf(response)]).toEqual([403, 'missing_access_token'])
})

test('a page of built components has 1,000 of them, and the offset leads to the rest', async () => {
  const { campaignId, serverToken: token } = demo.sandbox
  await visit.rows(
    `insert into zones (campaign_id, version, zone_name, source)
     select $1, 1, 'zone-' || n, '{ "creatives": [] }' from generate_series(1, 1000) as n`,
    [campaignId],
  )
  const all: Component[] = await read(`/v2/campaigns/${campaignId}/components/built`, { token })
  expect(all.length).toBeGreaterThan(1000)
  expect(await read('/v1/components/built', { token })).toEqual(all.slice(0, 1000))
  expect(await read('/v1/components/built?offset=1000', { token })).toEqual(all.slice(1000))
})

// The last test: it adds a version.
test('the sources of a version can be saved again as they are', async () => {
  const { program, zones } = await readSources(1)
  const saved = await get(`${campaign}/versions`, { json: { message: '', program, zones } })
  expect(saved.status).toBe(200)
  const { version } = await saved.json()
  const sources = await readSources(version)
  expect(sources).toMatchObject({ program, zones })
  // The draft between is not a part of it.
  expect(sources.zones.greeting).toEqual((await readSources(2)).zones.greeting)
})

test('a campaign whose newest draft was made live later is published', async () => {
  await save(false, [creative('Later')])
  const { version } = await read(campaign)
  await visit.rows('update campaign_versions set published_date = $2 where campaign_id = $1 and version = $3', [
    ...[demo.campaignId, new Date(visit.now + 60_000), version],
  ])
  expect(await read(campaign)).toMatchObject({ version, is_published: true, live_version: version })
})

test('a campaign has the name and label of its newest draft', async () => {
  const { live_version } = await read(campaign)
  await get(`${campaign}/versions`, { json: { message: '', program: { name: 'Renamed', label: 'renamed' } } })
  const renamed = { name: 'Renamed', program_label: 'renamed', is_published: false, live_version }
  expect(await read(campaign)).toMatchObject(renamed)
  expect(await read('/v2/campaigns')).toMatchObject([renamed])
})

test('a component has a variable for each type of creative', async () => {
  const texts = ['html', 'javascript', 'text'].map(type => ({ type, content: `// ${type}` }))
  const zones = { mixed: { creatives: [creative('Title'), ...texts] } }
  await get(`${campaign}/versions`, { json: { message: '', zones } })
  expect(named(await read(`${campaign}/components`), 'mixed')!.variables).toMatchObject([
    { type: 'JSON', values: { default: { title: 'Title' } } },
    { type: 'HTML', values: { default: '// html' } },
    { type: 'JAVASCRIPT', values: { default: '// javascript' } },
    { type: 'TEXT', values: { default: '// text' } },
  ])
  // The draft is the newest version: its zone is rendered, too.
  expect(named(await read(`${campaign}/controllers/built`), 'mixed')).toMatchObject({ type: 'ZONE' })
})

test('the emails are those of each widget that can send one, 20 by default', async () => {
  const ofConsumer = ['verify', 'profile', 'journey', 'rewards', 'referrals', 'stats', 'reward-status']
  const widgets = ['share', ...ofConsumer, ...ofConsumer]
  const creatives = [...widgets, 'cta', 'hero'].map(widget => ({ content: { widget } }))
  await get(`${campaign}/versions`, { json: { message: '', zones: { 'a-mailing': { creatives } } } })
  const all: { email_id: string; name: string; zone_name: string }[] = await read('/v2/emails?limit=1000')
  expect(all.filter(({ zone_name }) => zone_name === 'a-mailing').map(({ name }) => name)).toEqual([
    ...widgets.map(widget => (widget === 'share' ? 'Share by email' : 'Verify an email address')),
  ])
  expect(await read('/v2/emails')).toEqual(all.slice(0, 20))
  expect(all.length).toBeGreaterThan(20)
  expect(await codeOf(await get('/v2/emails?limit=1001'))).toBe('binding_error')
})

test('the controllers of steps are sorted by name, each with its actions in the order in which they run', async () => {
  const program = {
    ...{ name: 'Ordered', label: 'ordered', events: { first: 'second', third: 'first' } },
    quality: [{ step: 'first', quality: 'LOW', when: { labels: 'test' } }],
    journeys: { friend: { steps: ['first'] }, advocate: { steps: ['first'] } },
    audiences: { joined: { step: 'first' } },
    rewards: [{ name: 'thanks', to: 'consumer', step: 'first', value: 1, type: 'USD' }],
    referral: { step: 'first' },
  }
  expect((await get(`${campaign}/versions`, { json: { message: '', program } })).status).toBe(200)
  const controllers: { name: string; type: string; actions: { type: string; role?: string }[]; triggers: object[] }[] =
    await read(`${campaign}/controllers/built`)
  const steps = controllers.filter(({ type }) => type === 'STEP')
  expect(steps.map(({ name }) => name)).toEqual(['first', 'second'])
  // The event `first` is recorded as another step.
  expect(steps.map(({ triggers }) => triggers)).toEqual([
    [{ type: 'EVENT', event_names: ['third'] }],
    [{ type: 'EVENT', event_names: ['second', 'first'] }],
  ])
  expect(steps[0]!.actions.map(({ type, role }) => role ?? type)).toEqual([
    ...['SET_QUALITY', 'ADVOCATE', 'FRIEND', 'REFER_FRIEND', 'EARN_REWARD', 'JOIN_AUDIENCE'],
  ])
})

test('the controllers of a campaign have the steps of each kind of rule, and the own name of a journey', async () => {
  const created = await get('/v2/campaigns', { json: { name: 'Kinds', program_label: 'kinds' } })
  const path = `/v2/campaigns/${(await created.json()).campaign_id}`
  const rules = {
    quality: [{ step: 'seen', quality: 'LOW' }],
    journeys: { advocate: { name: 'Sharing', steps: ['shared'] } },
    audiences: { vip: { step: 'joined' } },
  }
  await get(`${path}/versions`, { json: { message: '', program: { name: 'Kinds', label: 'kinds', ...rules } } })
  const controllers: { name: string; actions: object[] }[] = await read(`${path}/controllers/built`)
  expect(controllers.map(({ name, actions }) => [name, ...actions])).toEqual([
    ['joined', { type: 'JOIN_AUDIENCE', audience_id: 'vip', when: {} }],
    ['seen', { type: 'SET_QUALITY', quality: 'LOW', when: {} }],
    ['shared', { type: 'CONTINUE_JOURNEY', role: 'ADVOCATE', journey_name: 'Sharing' }],
  ])
})
