// Every call of the platform's two origins, for tests of what all of them have in common.
// test/src/resources/every-call.ts lists those of the SDK.

import { beforeAll, expect } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { demo, type Limits } from '../../../../demo/platform/index.js'
import type { CallDocs } from '../../../../demo/platform/openapi/call-docs.js'
import { callsIn } from '../../../../demo/platform/openapi/read-document.js'
import { calls as consumerCalls } from '../../../../demo/platform/program/calls.js'
import { calls as serverCalls } from '../../../../demo/platform/server/calls.js'
import { type Call, codeOf, program, server, shop, tokenIn, usePlatform, type Visit } from '../use-platform.js'

/** A call of either origin. */
export interface AnyCall {
  origin: string
  method: string
  /** As the document has it. */
  path: string
  docs: CallDocs
  /** Whether a failure is a 200 all the same, and told in a header. */
  isQuiet: boolean
  /** Whether it does without a token. */
  isOpen: boolean
  isUnlimited: boolean
}

const inBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}')

export const everyCall: AnyCall[] = [
  ...consumerCalls.map(({ method, path, docs, style, minimumLevel }) => ({
    origin: program,
    method,
    path: inBraces(path.replace(/^(?=\/v\d)/, '/api')),
    docs,
    isQuiet: style === 'web',
    isOpen: style === 'web' || minimumLevel === 'none',
    isUnlimited: false,
  })),
  ...serverCalls.map(({ method, path, docs, requiredScopes, unlimited }) => ({
    origin: server,
    method,
    path: inBraces(path),
    docs,
    isQuiet: false,
    isOpen: requiredScopes === 'NONE',
    isUnlimited: unlimited,
  })),
]

export interface Trial {
  visit: Visit
  /** Sends a call, its path and its filters filled in with what there is, and holds the answer to the document. */
  send(call: AnyCall, request?: Call & { filters?: Record<string, string> }): Promise<Response>
  operationOf(call: AnyCall): oas31.OperationObject
}

/** A platform with somebody and something behind every name that a path has. */
export function useTrial(limits?: Partial<Limits>): Trial {
  const visit = usePlatform(limits)
  const documents: Record<string, oas31.OpenAPIObject> = {}
  let there: Things | undefined

  beforeAll(async () => {
    for (const origin of [program, server])
      documents[origin] = await (await visit.send(`${origin}/openapi.json`)).json()
    if (!limits) there = await thingsOf(visit)
  })

  const operationOf = ({ origin, path, method }: AnyCall) =>
    callsIn(documents[origin]!).find(each => each.path === path && each.method === method.toLowerCase())!.operation

  return {
    visit,
    operationOf,
    async send(call, { filters = {}, ...request } = {}) {
      const names: Record<string, string> = there ? await namesFor(call, there, visit) : {}
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'x')
      const query = new URLSearchParams({ ...usualFilters[call.path], ...filters })
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

/** What some calls are nothing without. */
const usualFilters: Record<string, Record<string, string>> = {
  '/api/v4/me/rewards/status': { reward_name: 'advocate-20' },
  '/api/v4/me/assets/download': { name: 'cat' },
  '/api/v4/persons/{person_id}/assets/download': { name: 'cat' },
  '/v5/persons': { email: demo.ada.email },
}

interface Things {
  assets: string[]
  share_id: string
  names: Record<string, string>
}

/** Ada's link, her files, a share, a mail and a reward of hers, and what the brand knows of her. */
async function thingsOf(visit: Visit): Promise<Things> {
  const friend = tokenIn(await visit.send(`/s/${demo.ada.code}`))
  await visit.send('/v6/events', {
    token: friend,
    json: { event_name: 'purchase', data: { email: 'fay@example.com' } },
  })
  const ada = await visit.verified(demo.ada.email)
  await visit.send('/v6/events', { token: ada, json: { event_name: 'share', data: { advocate_code: demo.ada.code } } })
  const mail = await (await visit.send('/v4/me/send-verification-email', { token: ada, json: {} })).json()
  const datum = { name: 'size', value: 'M' }
  await visit.send(`${server}/v5/persons/ada-lovelace/data`, { token: demo.serverToken, json: datum })
  const [reward] = await visit.rows<{ reward_id: string }>(
    `select reward_id from rewards where person_id = 'ada-lovelace'`,
  )
  const [share] = await (await visit.send('/v4/me/shares', { token: ada })).json()
  return {
    assets: [await upload(visit, ada), await upload(visit, ada)],
    share_id: share.share_id,
    names: {
      reward_id: reward!.reward_id,
      polling_id: mail.polling_id,
      code: demo.ada.code,
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

/** What the names in a call's path stand for; what a call takes away, another call does not need. */
async function namesFor({ method, path }: AnyCall, { assets, share_id, names }: Things, visit: Visit) {
  const id = path.includes('/shares/') ? share_id : assets[method === 'DELETE' ? 1 : 0]!
  const person_id = path.endsWith('/forward') ? 'grace-hopper' : 'ada-lovelace'
  const token = path.includes('{token}') ? await freshToken(visit) : ''
  return { ...names, id, person_id, token }
}

const freshToken = async (visit: Visit): Promise<string> =>
  (await (await visit.send(`${server}/v4/tokens`, { token: demo.serverToken, json: {} })).json()).access_token

/** A refusal stands in the document under its status, an answer fits what it says, to the last field. */
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

/** A live token for the call. Who asks for a consumer token has none yet. */
export async function tokenFor({ origin, isOpen }: AnyCall, visit: Visit): Promise<string | undefined> {
  if (origin === server) return demo.serverToken
  return isOpen ? undefined : visit.verified(demo.ada.email)
}
