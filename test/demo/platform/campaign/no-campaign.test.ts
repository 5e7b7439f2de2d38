import { beforeAll, describe, expect, test } from 'vitest'
import { consoleSite } from '../../../../demo/platform/console/console-site.js'
import { demo } from '../../../../demo/platform/index.js'
import { useConsole } from '../console/use-console.js'
import { type AnyCall, acceptsJson, everyCall, tokenFor, useEveryCall } from '../openapi/every-call.js'
import { codeOf } from '../use-platform.js'

// A client can exist without a campaign. This one has persons, links and rewards, so that each call finds what its path names.

const { visit, send, exampleOf } = useEveryCall()
const user = useConsole(visit)

beforeAll(async () => {
  await visit.rows(`insert into clients (client_id, account, name) values ('other', 'other', 'Another account')`)
  await visit.rows(`update programs set client_id = 'other' where client_id = $1`, [demo.clientId])
})

/** Whether the call records events, or has the id of a campaign in its path. */
const needsCampaign = ({ path }: AnyCall) =>
  /^(\/api)?(\/v6)?\/events\b/.test(path) || path.includes('/email/share') || path.includes('{campaign_id}')

/** The call that gives the client a campaign would end what the others find. */
const createsCampaign = ({ method, path }: AnyCall) => method === 'POST' && path === '/v2/campaigns'

test.each(
  everyCall.filter(call => !createsCampaign(call)),
)('without a campaign, $method $path at $origin responds as documented', async call => {
  const body = acceptsJson(call) ? { json: exampleOf(call) } : {}
  const response = await send(call, { token: await tokenFor(call, visit), ...body })
  const isRefused = response.headers.has('X-Svc-Error-Message') || response.status >= 400
  const code = isRefused ? await codeOf(response) : undefined
  if (needsCampaign(call)) expect(code).toBe('invalid_campaign_id')
  else expect(['software_error', 'invalid_campaign_id']).not.toContain(code)
})

test('without a campaign, no event is recorded', async () => {
  const token = await visit.verified(demo.ada.email)
  const response = await visit.send('/v6/events', { token, json: { event_name: 'unrecorded' } })
  expect(await response.json()).toMatchObject({
    code: 'invalid_campaign_id',
    message: 'The client has no campaign',
    parameters: { client_id: demo.clientId },
  })
  expect(await visit.rows(`select 1 from events where event_name = 'unrecorded'`)).toEqual([])
})

test('without a campaign, a zone has no creative', async () => {
  const response = await visit.send('/v6/zones', { json: { event_name: 'product' }, token: await visit.anonymous() })
  expect([response.status, await codeOf(response)]).toEqual([400, 'no_creative'])
})

describe('the console without a campaign', () => {
  const pages = consoleSite().routes.filter(({ method, path }) => method === 'GET' && !/[*:]|\/remove$/.test(path))

  test.each(pages)('shows $path', async ({ path }) => {
    expect((await user.open(`/console${path}`.replace(/\/$/, ''))).status).toBe(200)
  })

  test('says so instead of listing campaigns, or of offering a new zone', async () => {
    expect(await user.read('/console/campaigns')).toContain('This client has no campaign')
    const zones = await user.read('/console/zones')
    expect(zones).toContain('this client has no campaign')
    expect(zones).not.toContain('New zone')
  })

  test('says why a zone cannot be saved', async () => {
    const form = { source: '{"creatives":[]}', message: '', action: 'publish', parent: '', newest: '' }
    const response = await user.send('/console/zones/product', form)
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('The client has no campaign'),
    ])
  })
})
