// Every call of the platform's two origins, for tests of the behavior that all of them share.
// test/src/resources/every-call.ts lists those of the SDK.

import { beforeAll, expect } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { calls as consumerCalls } from '../../../../demo/platform/consumer/calls.js'
import { demo, type Limits } from '../../../../demo/platform/index.js'
import type { CallDocs } from '../../../../demo/platform/openapi/call-docs.js'
import { callsIn } from '../../../../demo/platform/openapi/read-document.js'
import { calls as serverCalls } from '../../../../demo/platform/server/calls.js'
import { type Call, codeOf, program, server, shop, tokenIn, usePlatform, type Visit } from '../use-platform.js'

/** A call of either origin. */
export interface AnyCall {
  origin: string
  method: string
  /** In the syntax of the document: `/v4/me/assets/{id}`. */
  path: string
  docs: CallDocs
  /** Whether the call responds with 200 even on errors, and has the error in a header. */
  isWebFriendly: boolean
  /** Whether the call works without a token. */
  needsNoToken: boolean
  isUnlimited: boolean
}

const inBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}')

/** Whether the call has a body that can be JSON. Only uploads cannot. */
export const acceptsJson = ({ docs: { body } }: AnyCall) => body !== undefined && !body.accepts?.includes('multipart')

export const everyCall: AnyCall[] = [
  ...consumerCalls.map(({ method, path, docs, style, minimumLevel }) => ({
    origin: program,
    method,
    path: inBraces(path.replace(/^(?=\/v\d)/, '/api')),
    docs,
    isWebFriendly: style === 'web',
    needsNoToken: style === 'web' || minimumLevel === 'none',
    isUnlimited: false,
  })),
  ...serverCalls.map(({ method, path, docs, requiredScopes, unlimited }) => ({
    origin: server,
    method,
    path: inBraces(path),
    docs,
    isWebFriendly: false,
    needsNoToken: requiredScopes === 'NONE',
    isUnlimited: unlimited,
  })),
]

export interface EveryCallTester {
  visit: Visit
  /** Sends a call with ids that exist in its path and filters. Checks the response against the document. */
  send(call: AnyCall, request?: Call & { filters?: Record<string, string> }): Promise<Response>
  operationOf(call: AnyCall): oas31.OperationObject
  /** The example in the document of a call's body. */
  exampleOf(call: AnyCall): object
}

/** A platform with an existing resource for each parameter of a path. */
export function useEveryCall(limits?: Partial<Limits>): EveryCallTester {
  const visit = usePlatform(limits)
  const documents: Record<string, oas31.OpenAPIObject> = {}
  let resources: Resources | undefined

  beforeAll(async () => {
    for (const origin of [program, server])
      documents[origin] = await (await visit.send(`${origin}/openapi.json`)).json()
    if (!limits) resources = await createResources(visit)
  })

  const operationOf = ({ origin, path, method }: AnyCall) =>
    callsIn(documents[origin]!).find(each => each.path === path && each.method === method.toLowerCase())!.operation

  return {
    visit,
    operationOf,
    exampleOf(call) {
      const { content } = operationOf(call).requestBody as oas31.RequestBodyObject
      const { examples } = Object.values(content)[0]!.schema as oas31.SchemaObject
      return examples![0] as object
    },
    async send(call, { filters = {}, ...request } = {}) {
      const names: Record<string, string> = resources ? await pathNames(call, resources, visit) : {}
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'x')
      const query = new URLSearchParams({ ...requiredFilters[call.path], ...filters })
      const response = await visit.send(`${call.origin}${path}?${query}`, {
        method: call.method,
        origin: shop,
        ...request,
      })
      await expectDocumented(call, operationOf(call), response)
      return response
    },
  }
}

/** Filters that some calls require. */
const requiredFilters: Record<string, Record<string, string>> = {
  '/api/v4/me/rewards/status': { reward_name: 'advocate-20' },
  '/api/v4/me/assets/download': { name: 'cat' },
  '/api/v4/persons/{person_id}/assets/download': { name: 'cat' },
  '/v5/persons': { email: demo.ada.email },
}

interface Resources {
  assets: string[]
  /** A job that runs. */
  batch_job_id: string
  /** SFTP servers by what their call does. They have a private address, so the platform does not connect to them. */
  sftp: Record<'delete' | 'other', string>
  /** Report runners by what their call does, and a run. */
  reports: Record<'delete' | 'other' | 'run_id', string>
  /** Webhooks by what their call does, and a dead message. They have a private address, too. */
  webhooks: Record<'delete' | 'messages' | 'other' | 'message_id', string>
  /** Files by the end of the path whose call changes them. */
  files: Record<'expire' | 'delete' | 'other', string>
  names: Record<string, string>
}

/** Creates files, a share, a verification email, a reward, data and an audience of Ada. */
async function createResources(visit: Visit): Promise<Resources> {
  const friend = tokenIn(await visit.send(`/s/${demo.ada.code}`))
  const purchase = { event_name: 'purchase', data: { email: 'fay@example.com' } }
  const { event_id } = await (await visit.send('/v6/events', { token: friend, json: purchase })).json()
  const ada = await visit.verified(demo.ada.email)
  await visit.send('/v6/events', { token: ada, json: { event_name: 'share', data: { advocate_code: demo.ada.code } } })
  const mail = await (await visit.send('/v4/me/send-verification-email', { token: ada, json: {} })).json()
  const datum = { name: 'size', value: 'M' }
  await visit.send(`${server}/v5/persons/ada-lovelace/data`, { token: demo.serverToken, json: datum })
  const path = `${server}/v5/persons/ada-lovelace/audience-memberships`
  await visit.send(path, { token: demo.serverToken, json: { audience_id: 'partners' } })
  const [reward] = await visit.rows<{ reward_id: string }>(
    `select reward_id from rewards where person_id = 'ada-lovelace'`,
  )
  await visit.send(`${server}/v2/campaigns/${demo.campaignId}/version/1/replay`, {
    ...{ token: demo.serverToken, method: 'POST' },
  })
  const [click] = await visit.rows<{ click_id: string }>('select click_id from clicks')
  const [share] = await (await visit.send('/v4/me/shares', { token: ada })).json()
  const [journey] = await (await visit.send('/v4/me/journeys', { token: ada })).json()
  return {
    assets: [await upload(visit, ada), await upload(visit, ada)],
    batch_job_id: await createJob(visit),
    sftp: { delete: await createSftpServer(visit), other: await createSftpServer(visit) },
    reports: await createReports(visit),
    webhooks: await createWebhooks(visit),
    files: { expire: await uploadFile(visit), delete: await uploadFile(visit), other: await uploadFile(visit) },
    names: {
      reward_id: reward!.reward_id,
      click_id: click!.click_id,
      event_id,
      share_id: share.share_id,
      journey_id: journey.id,
      polling_id: mail.polling_id,
      code: demo.ada.code,
      campaign_id: demo.campaignId,
      version: '1',
      audience_id: 'partners',
      event_name: 'share_experience',
      zone_name: 'share_experience',
      name: 'size',
    },
  }
}

async function upload(visit: Visit, token: string): Promise<string> {
  const body = new FormData()
  body.append('asset', JSON.stringify({ name: 'cat', data_type: 'PUBLIC' }))
  body.append('file', new File(['a cat'], 'cat.txt', { type: 'text/plain' }))
  const headers = { Authorization: `Bearer ${token}` }
  const response = await visit.platform.fetch(new Request(`${program}/v4/me/assets`, { method: 'POST', body, headers }))
  return (await response.json()).id
}

async function uploadFile(visit: Visit): Promise<string> {
  const body = new FormData()
  body.append('file', new File(['email\nada@example.com\n'], 'people.csv'))
  const headers = { Authorization: `Bearer ${demo.serverToken}` }
  const response = await visit.platform.fetch(new Request(`${server}/v6/files`, { method: 'POST', body, headers }))
  return (await response.json()).id
}

/** Creates a job that no process finishes: another one seems to run it. */
async function createJob(visit: Visit): Promise<string> {
  await visit.rows(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ('job', $1, 'somebody', 'People', 'PERSONS', 'a-file', 'CSV', 1, 'RUNNING', now())`,
    [demo.clientId],
  )
  return 'job'
}

async function createSftpServer(visit: Visit): Promise<string> {
  const json = { host: '127.0.0.1', username: 'reports', password: 'a password' }
  return (await (await visit.send(`${server}/v6/sftp-servers`, { token: demo.serverToken, json })).json()).id
}

async function createReports(visit: Visit) {
  const send = async (path: string, json: object): Promise<{ id: string }> =>
    (await visit.send(`${server}/v7/report-runners${path}`, { token: demo.serverToken, json })).json()
  const create = async () => (await send('', { name: 'People', report_type: 'PERSONS' })).id
  const other = await create()
  return { delete: await create(), other, run_id: (await send(`/${other}/run`, {})).id }
}

async function createWebhooks(visit: Visit) {
  const send = async (path: string, json: object): Promise<{ id: string }> =>
    (await visit.send(`${server}/v6/webhooks${path}`, { token: demo.serverToken, json })).json()
  const settings = { url: 'https://127.0.0.1/hook', event_types: ['reward.revoked'] }
  const create = async () => (await send('', settings)).id
  const messages = await create()
  const { id: message_id } = await send(`/${messages}/test`, {})
  await visit.rows(`update webhook_messages set state = 'DEAD'`)
  return { delete: await create(), other: await create(), messages, message_id }
}

/** The values of the parameters in a call's path. A call that deletes or merges gets a resource that no other call needs. */
async function pathNames(
  { method, path }: AnyCall,
  { assets, batch_job_id, files, sftp, reports, webhooks, names }: Resources,
  visit: Visit,
) {
  const id = path.includes('/shares/') ? names.share_id! : assets[method === 'DELETE' ? 1 : 0]!
  const person_id = path.endsWith('/forward') ? 'grace-hopper' : 'ada-lovelace'
  const file_id = method === 'DELETE' ? files.delete : path.endsWith('/expire') ? files.expire : files.other
  const sftp_server_id = method === 'DELETE' ? sftp.delete : sftp.other
  const webhook_id = webhooks[path.includes('/messages') ? 'messages' : method === 'DELETE' ? 'delete' : 'other']
  const { message_id } = webhooks
  const report_runner_id = method === 'DELETE' ? reports.delete : reports.other
  const { run_id } = reports
  const token = path.includes('{token}') ? await freshToken(visit) : ''
  const ofServer = {
    batch_job_id,
    file_id,
    sftp_server_id,
    report_runner_id,
    run_id,
    report_id: run_id,
    webhook_id,
    message_id,
  }
  return { ...names, ...ofServer, id, person_id, token }
}

const freshToken = async (visit: Visit): Promise<string> =>
  (await (await visit.send(`${server}/v4/tokens`, { token: demo.serverToken, json: {} })).json()).access_token

/** Checks that the document lists the status and the error, or that the response has exactly the documented fields. */
async function expectDocumented(
  call: AnyCall,
  { responses = {} }: oas31.OperationObject,
  response: Response,
): Promise<void> {
  const documented = responses[response.status]
  expect(documented, `status ${response.status}`).toBeDefined()
  const quietly = response.headers.get('X-Svc-Error-Message')
  if (quietly) {
    const header = documented!.headers!['X-Svc-Error-Message']!
    expect(Object.keys('$ref' in header ? {} : header.examples!)).toContain(await codeOf(response))
  } else if (!response.ok && response.status !== 302) {
    const body = await response.clone().json()
    expect(Object.keys(body)).toEqual(['code', 'http_status_code', 'message', 'parameters', 'unique_id'])
    expect(Object.keys(documented!.content!['application/json']!.examples!)).toContain(body.code)
    expect(body.http_status_code).toBe(response.status)
  } else if (call.docs.response) {
    const body = await response.clone().json()
    expect(call.docs.response.parse(body)).toEqual(body)
  }
}

/** A valid token for the call. Undefined for calls that create a token. */
export async function tokenFor({ origin, needsNoToken }: AnyCall, visit: Visit): Promise<string | undefined> {
  if (origin === server) return demo.serverToken
  return needsNoToken ? undefined : visit.verified(demo.ada.email)
}
