import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { calls } from '../../../../demo/platform/server/calls.js'
import { type Call, codeOf, server, usePlatform } from '../use-platform.js'
import { addReward } from './rewards/add-reward.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, call)
const create = (json: object, token: string = demo.serverToken) => send('/v4/tokens', { token, json })
const tokenFor = async (type: string, id: string): Promise<string> =>
  (await (await create({ resource: { type, id } })).json()).access_token

/** For each type: the parameter that names it, a resource, and another one of the same client. */
const resources = {
  BATCH_JOB: { parameter: 'batch_job_id', id: '', other: '' },
  CAMPAIGN: { parameter: 'campaign_id', id: demo.campaignId, other: 'autumn' },
  FILE: { parameter: 'file_id', id: '', other: '' },
  PERSON: { parameter: 'person_id', id: 'ada-lovelace', other: 'grace-hopper' },
  REWARD: { parameter: 'reward_id', id: '', other: '' },
}

async function uploadFile(): Promise<string> {
  const body = new FormData()
  body.append('file', new File(['email\nada@example.com\n'], 'people.csv'))
  const headers = { Authorization: `Bearer ${demo.serverToken}` }
  const response = await visit.platform.fetch(new Request(`${server}/v6/files`, { method: 'POST', body, headers }))
  return (await response.json()).id
}

/** Adds a job that has ended, so that nothing works on it. */
async function addJob(batch_job_id: string): Promise<string> {
  await visit.rows(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ($1, $2, 'someone', 'A job', 'PERSONS', 'none', 'CSV', 1, 'SUCCEEDED', now())`,
    [batch_job_id, demo.clientId],
  )
  return batch_job_id
}

beforeAll(async () => {
  Object.assign(resources.FILE, { id: await uploadFile(), other: await uploadFile() })
  Object.assign(resources.BATCH_JOB, { id: await addJob('job-1'), other: await addJob('job-2') })
  Object.assign(resources.REWARD, { id: await addReward(visit), other: await addReward(visit) })
})

describe('a token for a resource', () => {
  test('has the type RESOURCE and the resource as its identity', async () => {
    const created = await (
      await create({ resource: { type: 'PERSON', id: 'ada-lovelace' }, scopes: ['USER_SUPPORT'] })
    ).json()
    expect(created).toEqual({
      access_token: expect.any(String),
      client_id: demo.clientId,
      expires_in: 86_400,
      identity_id: 'ada-lovelace',
      person_id: 'ada-lovelace',
      scopes: ['USER_SUPPORT'],
      type: 'RESOURCE',
    })
    expect(await (await send('/v4/tokens', { token: created.access_token })).json()).toEqual(created)
  })

  test('needs the scope of the call, too, which is checked before the resource', async () => {
    const resource = { type: 'PERSON', id: 'ada-lovelace' }
    const { access_token: token } = await (await create({ resource, scopes: ['USER_SUPPORT'] })).json()
    expect((await send('/v5/persons/ada-lovelace', { token })).status).toBe(200)
    for (const id of ['ada-lovelace', 'grace-hopper']) {
      const response = await send(`/v5/persons/${id}`, { method: 'PUT', token, json: { first_name: 'A' } })
      expect([id, response.status, await codeOf(response)]).toEqual([id, 403, 'scopes_denied'])
    }
  })

  test.each<[number, string, object]>([
    [400, 'invalid_parameter', { type: 'PERSON', id: 'nobody' }],
    [400, 'invalid_parameter', { type: 'CAMPAIGN', id: demo.sandbox.campaignId }],
    [400, 'invalid_parameter', { type: 'REWARD', id: 'none' }],
    [400, 'invalid_parameter', { type: 'FILE', id: 'none' }],
    [400, 'binding_error', { type: 'SHOP', id: 'ada-lovelace' }],
    [400, 'binding_error', { type: 'PERSON' }],
  ])('is rejected with %i %s for %j', async (status, code, resource) => {
    const response = await create({ resource })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test.each(Object.keys(resources))('of the sandbox is not for production’s resource of the type %s', async type => {
    const { id } = resources[type as keyof typeof resources]
    const response = await create({ resource: { type, id } }, demo.sandbox.serverToken)
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
  })

  test('of the sandbox is for a resource of the sandbox', async () => {
    const resource = { type: 'CAMPAIGN', id: demo.sandbox.campaignId }
    expect(await (await create({ resource, client_id: demo.sandbox.clientId })).json()).toMatchObject({
      client_id: demo.sandbox.clientId,
      identity_id: demo.sandbox.campaignId,
    })
    const response = await create({ resource }, demo.sandbox.serverToken)
    expect((await response.json()).type).toBe('RESOURCE')
    expect(
      await codeOf(await create({ resource: { type: 'PERSON', id: 'ada-lovelace' } }, demo.sandbox.serverToken)),
    ).toBe('invalid_parameter')
  })

  test('creates only tokens for the same resource', async () => {
    const token = await tokenFor('PERSON', 'ada-lovelace')
    const mirrored = await (await create({ scopes: ['USER_SUPPORT'] }, token)).json()
    expect(mirrored).toMatchObject({ type: 'RESOURCE', identity_id: 'ada-lovelace', scopes: ['USER_SUPPORT'] })
    expect((await send('/v5/persons/grace-hopper', { token: mirrored.access_token })).status).toBe(403)
    for (const resource of [
      { type: 'PERSON', id: 'grace-hopper' },
      { type: 'REWARD', id: resources.REWARD.id },
      { type: 'REWARD', id: 'ada-lovelace' },
    ]) {
      const other = await create({ resource }, token)
      expect([resource.type, other.status, await codeOf(other)]).toEqual([resource.type, 403, 'access_denied'])
    }
    const elsewhere = await create({ client_id: demo.sandbox.clientId }, token)
    expect([elsewhere.status, await codeOf(elsewhere)]).toEqual([400, 'invalid_parameter'])
  })

  test('stays limited when it is exchanged, and sees no other token', async () => {
    const token = await tokenFor('PERSON', 'ada-lovelace')
    const { access_token } = await (await send(`/v4/tokens/exchange/${token}`, { method: 'PUT', token })).json()
    expect((await send('/v5/persons/ada-lovelace', { token: access_token })).status).toBe(200)
    expect(await codeOf(await send('/v5/persons/grace-hopper', { token: access_token }))).toBe('access_denied')
    expect((await send(`/v4/tokens/${access_token}`, { token: access_token })).status).toBe(200)
    for (const method of ['GET', 'DELETE']) {
      const response = await send(`/v4/tokens/${demo.serverToken}`, { method, token: access_token })
      expect(await codeOf(response)).toBe('access_denied')
    }
    const own = await send(`/v4/tokens/${access_token}`, { method: 'DELETE', token: access_token })
    expect(own.status).toBe(200)
    expect(await codeOf(await send('/v4/tokens', { token: access_token }))).toBe('invalid_access_token')
  })

  test('for a person does not open the person into whom they are merged', async () => {
    const person = async (json: object): Promise<string> =>
      (await (await send('/v5/persons', { token: demo.serverToken, json })).json()).id
    const [source, target] = [await person({ email: 'mo@example.com' }), await person({ partner_user_id: 'mo' })]
    const token = await tokenFor('PERSON', source)
    const forward = (token: string) =>
      send(`/v5/persons/${source}/forward`, { token, json: { target_person_id: target } })
    expect(await codeOf(await forward(token))).toBe('access_denied')
    expect((await forward(demo.serverToken)).status).toBe(200)
    for (const id of [source, target])
      expect(await codeOf(await send(`/v5/persons/${id}`, { token }))).toBe('access_denied')
  })
})

describe.each(Object.keys(resources) as (keyof typeof resources)[])('a token for a %s', type => {
  const { parameter } = resources[type]
  const named = calls.filter(({ path }) => path.includes(`:${parameter}`))
  const others = calls.filter(({ path }) => !path.includes(`:${parameter}`) && path !== '/v4/tokens')

  let token: string
  beforeAll(async () => {
    token = await tokenFor(type, resources[type].id)
  })

  /** Sends a call without a body, whose path has this id of the resource. */
  async function codeFor({ method, path }: { method: string; path: string }, id: string): Promise<string | undefined> {
    const url = path.replace(`:${parameter}`, id).replace(/:\w+/g, 'x')
    const response = await send(url, { method, token })
    return response.ok ? undefined : codeOf(response)
  }

  test('opens no other call, and no other resource', async () => {
    for (const call of others) expect([call.path, await codeFor(call, 'x')]).toEqual([call.path, 'access_denied'])
    for (const call of named)
      for (const id of [resources[type].other, 'x'])
        expect([call.path, await codeFor(call, id)]).toEqual([call.path, 'access_denied'])
  })

  test('opens every call with its resource in the path', async () => {
    const withoutMerge = named.filter(({ path }) => !path.endsWith('/forward'))
    // Deletes the resource at last, after which the token opens nothing.
    withoutMerge.sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
    for (const call of withoutMerge)
      expect([call.path, await codeFor(call, resources[type].id)]).not.toEqual([
        call.path,
        expect.stringMatching(/^(access_denied|scopes_denied|software_error|.*_access_token)$/),
      ])
  })
})
