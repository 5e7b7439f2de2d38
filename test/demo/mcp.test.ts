// The command `mcp` of the platform, as a coding agent uses it: by a client of the Model Context Protocol, over standard input and output.

import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { demo, type ServedPlatform, servePlatform } from '../../demo/platform/index.js'
import { seedProgram } from '../../demo/platform/setup/seed-programs/index.js'
import { buildPlatform } from '../../demo/setup.js'
import { testDatabase, UNLIMITED } from '../start-platform.js'
import { runToEnd } from './start-command.js'

const script = join(import.meta.dirname, '../../demo/platform/command/rewards-platform.js')
const NOW = Date.UTC(2026, 4, 1, 12)

/** Starts the command for the platform on a port, as an agent does. */
async function startAgent(port: string) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const args = [script, 'mcp', '--port', port]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  /** All that the server has answered. */
  const answers: string[] = []
  /** Calls a tool. Resolves with its JSON. Rejects with the text of its error. */
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [{ text }] = content as [{ text: string }]
    answers.push(text)
    if (isError) throw new Error(text)
    return JSON.parse(text)
  }
  return { client, use, answers }
}

let served: ServedPlatform
let agent: Awaited<ReturnType<typeof startAgent>>
beforeAll(async () => {
  await buildPlatform()
  served = await servePlatform({ database: await testDatabase(), limits: UNLIMITED, now: () => NOW })
  agent = await startAgent(new URL(served.origins.server).port)
})
afterAll(async () => {
  await agent?.client.close()
  await served?.close()
})

test('an agent plays a program from the change of a rule to the reward', async () => {
  const { use } = agent
  const [{ campaign_id, live_version }] = await use('list_programs')
  const { program, version } = await use('read_program', { campaign_id })
  expect([campaign_id, version]).toEqual([demo.campaignId, live_version])
  expect(program).toEqual(JSON.parse(seedProgram('give-20-get-20')))

  const rule = { to: 'friend', step: 'conversion', type: 'USD', when: { data: { cart_value: { min: 30 } } } }
  const rewards = [{ ...rule, name: 'friend-25', value: 25, fulfillment: { mode: 'delayed', days: 30 } }]
  const saved = await use('save_program', {
    ...{ campaign_id, program: { ...program, rewards }, message: 'Friends get 25 after a month' },
    ...{ parent_version: version, publish: true },
  })
  expect(saved).toMatchObject({ version: version + 1, published_date: expect.any(String) })

  const [ada] = await use('find_people', { email: demo.ada.email })
  const { code } = await use('create_link', { person_id: ada.id })
  const friend = await use('create_person', { email: 'fay@example.com', first_name: 'Fay' })
  const buy = (cart_value: number, partner_conversion_id: string) =>
    use('send_event', {
      event_name: 'purchase',
      data: { email: 'fay@example.com', cart_value, partner_conversion_id, advocate_code: code },
    })
  const tooLittle = await use('explain', { kind: 'event', id: (await buy(28, 'J-1')).event_id })
  expect(tooLittle.answers).toMatchObject([{ name: 'friend-25', outcome: 'none', code: 'data.cart_value', value: 28 }])

  await use('create_person', { email: 'gil@example.com' })
  const bought = await use('send_event', {
    event_name: 'purchase',
    data: { email: 'gil@example.com', cart_value: 48, advocate_code: code },
  })
  expect((await use('explain', { kind: 'event', id: bought.event_id })).answers).toMatchObject([
    { name: 'friend-25', outcome: 'earned' },
  ])

  const moved = await use('move_clock', { forward: '30d' })
  expect(moved).toMatchObject({ now: '2026-05-31T12:00:00.000Z', happened: ['1 reward fulfilled'], due: [] })
  expect(await use('read_clock')).toMatchObject({ now: moved.now })
  const gil = await use('read_person', { person_id: bought.person_id })
  expect(gil.rewards).toMatchObject([{ reward_name: 'friend-25', state: 'FULFILLED', face_value: 25 }])
  expect(gil.timeline).toMatchObject([
    { kind: 'reward', name: 'friend-25', state: 'FULFILLED', happened_date: moved.now },
    { kind: 'reward', name: 'friend-25', state: 'EARNED' },
    ...['step', 'step'].map(kind => ({ kind, id: bought.event_id })),
    { kind: 'event', name: 'purchase', id: bought.event_id },
  ])
  expect((await use('read_person', { person_id: friend.id })).rewards).toEqual([])
  const { answers } = await use('explain', { kind: 'reward', id: gil.rewards[0].reward_id })
  expect(answers).toMatchObject([{ outcome: 'earned' }, { outcome: 'received' }])
})

test('an agent reads what a draft would change before it publishes it', async () => {
  const { use } = agent
  const { campaign_id, program, version } = await use('read_program', { campaign_id: demo.campaignId })
  const ida = { email: 'ida@example.com', cart_value: 60 }
  const [ada] = await use('find_people', { email: demo.ada.email })
  const { code } = await use('create_link', { person_id: ada.id })
  const { person_id } = await use('send_event', { event_name: 'purchase', data: { ...ida, advocate_code: code } })
  const [reward] = program.rewards
  const drafted = await use('save_program', {
    ...{ campaign_id, program: { ...program, rewards: [{ ...reward, value: reward.value + 5 }] } },
    ...{ message: 'Five more', parent_version: version, publish: false },
  })
  await expect(use('read_replay', { campaign_id, version: drafted.version })).rejects.toThrow('was not replayed')
  const replay = await use('replay_draft', { campaign_id, version: drafted.version })
  expect(replay).toMatchObject({ status: 'DONE', is_current: true, result: { counts: { gained: 0, lost: 0 } } })
  expect(replay.result.rewards).toMatchObject([{ reward_name: reward.name, changed: replay.result.counts.changed }])
  expect(replay.result.people).toContainEqual(expect.objectContaining({ person_id, differences: { USD: 5 } }))
  expect(await use('read_replay', { campaign_id, version: drafted.version })).toEqual(replay)
})

test('of two agents that change the same version at once, one is refused and told what to do', async () => {
  const other = await startAgent(new URL(served.origins.server).port)
  onTestFinished(() => other.client.close())
  const { campaign_id, program, version } = await agent.use('read_program', { campaign_id: demo.campaignId })
  const save = { campaign_id, program, message: 'At once', parent_version: version, publish: true }
  const saved = await Promise.allSettled([agent, other].map(({ use }) => use('save_program', save)))
  expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refusal = saved.find(each => each.status === 'rejected')
  expect(String(refusal?.reason)).toMatch(
    /What to do: Read version \d+, and save your change of it with \d+ as parent_version\./,
  )
})

test('an agent changes the content of a zone', async () => {
  const { use } = agent
  const { zones } = await use('list_zones', { campaign_id: demo.campaignId })
  expect(zones).toContainEqual({ zone_name: 'product', creatives: ['share'] })
  const zone = { campaign_id: demo.campaignId, zone_name: 'product' }
  const { content, version } = await use('read_zone', zone)
  const [creative] = content.creatives
  const changed = { creatives: [{ ...creative, content: { ...creative.content, headline: 'Give 25, get 25' } }] }
  const save = { ...zone, content: changed, message: 'The new value', publish: true }
  await use('save_zone', { ...save, parent_version: version })
  expect(await use('render_zone', { zone_name: 'product' })).toMatchObject({ headline: 'Give 25, get 25' })
  await expect(use('save_zone', { ...save, parent_version: version })).rejects.toThrow(
    /Changed since version \d+: .*product.*\nWhat to do: Read version \d+, and save your change/,
  )
})

test('a zone of HTML is shown as it is', async () => {
  const { client, use } = agent
  const zone = { campaign_id: demo.campaignId, zone_name: 'banner' }
  const { version } = await use('read_program', { campaign_id: demo.campaignId })
  const content = { creatives: [{ type: 'html', content: '<b>Give 20</b>' }] }
  await use('save_zone', { ...zone, content, message: '', parent_version: version, publish: true })
  const { content: shown } = await client.callTool({ name: 'render_zone', arguments: { zone_name: 'banner' } })
  expect(shown).toEqual([{ type: 'text', text: '<b>Give 20</b>' }])
})

describe('a tool that fails says what to do', () => {
  test.each([
    ['explain', { kind: 'event', id: 'none' }, /^not_found: .*\nWhat to do: /],
    ['read_program', { campaign_id: 'none' }, /^invalid_campaign_id: .*\nWhat to do: /],
    [
      'read_zone',
      { campaign_id: demo.campaignId, zone_name: 'none' },
      /^Version \d+ has no zone none\. Its zones are /,
    ],
    ['find_people', {}, /^invalid_parameter: At least one criterion is required\.\nWhat to do: /],
    ['move_clock', { forward: 'soon' }, /Expected minutes, hours, days or weeks, such as 30d, or next/],
    [
      'read_program',
      { campaign_id: demo.campaignId, verson: 1 },
      /no argument verson\. Its arguments: campaign_id, version/,
    ],
    ['read_clock', { now: true }, /read_clock has no argument now\. Its arguments: none/],
    ['explain', { kind: 'event', id: '..' }, /^"\.\." is no id\. Use the one that another tool has returned\.$/],
    ['read_person', { person_id: '.' }, /^"\." is no id/],
    ['read_person', { person_id: '' }, /^"" is no id/],
    ['read_program', { campaign_id: '../persons' }, /^"\.\.\/persons" is no id/],
    ['create_link', { person_id: 'a\\b' }, /is no id/],
    ['read_person', { person_id: '%2e%2e' }, /^person_not_found: /],
    ['replay_draft', { campaign_id: demo.campaignId, version: 999 }, /^invalid_parameter: .*\nWhat to do: /],
  ])('%s of %j', async (name, input, message) => {
    await expect(agent.use(name, input)).rejects.toThrow(message)
  })

  test('save_program names each mistake', async () => {
    const campaign_id = demo.campaignId
    const { program, version } = await agent.use('read_program', { campaign_id })
    const [reward] = program.rewards
    const wrong = { ...program, label: 7, rewards: [{ ...reward, value: 'twenty' }] }
    const save = agent.use('save_program', {
      ...{ campaign_id, program: wrong, message: 'Wrong' },
      ...{ parent_version: version, publish: true },
    })
    await expect(save).rejects.toThrow(/^invalid_parameter: program: .*label.*\n- .*rewards\[0\]\.value: .*"twenty"/)
  })

  test('all say how to start a platform if none runs', async () => {
    const stopped = await servePlatform({ database: await testDatabase() })
    const { port } = new URL(stopped.origins.server)
    await stopped.close()
    const alone = await startAgent(port)
    onTestFinished(() => alone.client.close())
    await expect(alone.use('list_programs')).rejects.toThrow(
      `No platform runs on port ${port}. Start it: npx @rewards-web-sdk/platform --port ${port}`,
    )
  })
})

test('each tool has a description, describes its input, and says whether it changes something', async () => {
  const { tools } = await agent.client.listTools()
  expect(tools.length).toBeGreaterThan(10)
  for (const { name, description, inputSchema, annotations } of tools) {
    expect(description, name).toMatch(/\.$/)
    for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
      expect([name, field, schema]).toEqual([
        ...[name, field],
        expect.objectContaining({ description: expect.stringMatching(/\.$/) }),
      ])
    expect([name, annotations]).toEqual([name, expect.objectContaining({ openWorldHint: false })])
    const isReading = /^(list|read|find|explain)/.test(name)
    expect([name, annotations?.readOnlyHint]).toEqual([name, isReading])
    expect([name, annotations?.destructiveHint]).toEqual([name, /^(save|move)/.test(name)])
  }
})

test('no answer has a credential', () => {
  expect(agent.answers.length).toBeGreaterThan(25)
  const secrets = [demo.serverToken, demo.jwtKey.secret, demo.user.password]
  for (const secret of secrets) expect(agent.answers.filter(text => text.includes(secret))).toEqual([])
  expect(agent.answers.filter(text => /password|secret|access_token|preview_key/i.test(text))).toEqual([])
})

test('mcp --help says how an agent starts it, and the help of the platform names it', async () => {
  const { code, stdout } = await runToEnd({ script }, ['mcp', '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('"args": ["@rewards-web-sdk/platform", "mcp"]')
  expect((await runToEnd({ script }, ['--help'])).stdout).toMatch(
    /^npx @rewards-web-sdk\/platform mcp .*Model Context Protocol/m,
  )
  expect(await runToEnd({ script }, ['mcp', 'now'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: '),
  })
})
