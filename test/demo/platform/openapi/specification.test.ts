import { expect, test } from 'vitest'
import { calls as consumerCalls } from '../../../../demo/platform/consumer/calls.js'
import { calls as serverCalls } from '../../../../demo/platform/server/calls.js'

/** The paths that the specification shows, by its sections. It describes further calls without their paths. */
const shown = {
  'program domain, 4.3 and 5.4': [
    ...['POST /v6/zones', 'POST /v6/zones/:event_name', 'POST /zones', 'POST /zones/:zone_name'],
    ...['GET /events/:event_name', 'POST /events', 'POST /v6/events', 'GET /v4/me'],
  ],
  'tokens, 4.1 and 4.2': [
    ...['POST /v4/tokens', 'GET /v4/tokens', 'GET /v4/tokens/:token', 'PUT /v4/tokens/exchange/:token'],
    'POST /v4/tokens/openid-connect/authorization-code-flow',
  ],
  'server API, 4.4': [
    ...['GET /v5/zones/:zone_name', 'POST /v5/zones/:zone_name', 'POST /v6/async-events'],
    'GET /v6/files/:file_id/download',
    ...['GET /v4/persons/:person_id/relationships', 'GET /v5/persons/:person_id/relationships'],
    ...['GET /v2/persons/:person_id/steps', 'GET /v5/persons/:person_id/steps'],
    ...['GET /v4/persons/:person_id/stats', 'GET /v4/persons/:person_id/network-stats', 'GET /v2/rewards'],
  ],
  'management API, 4.4 and 8': [
    ...['GET /v2/campaigns/:campaign_id', 'GET /v2/campaigns/:campaign_id/versions'],
    ...['GET /v2/campaigns/:campaign_id/components', 'GET /v2/campaigns/:campaign_id/components/built'],
    'GET /v2/campaigns/:campaign_id/controllers/built',
    'GET /v2/campaigns/:campaign_id/version/:version/components',
    'GET /v2/campaigns/:campaign_id/version/:version/components/built',
    ...['GET /v1/components/built', 'GET /v2/emails', 'GET /v7/report-runners'],
  ],
}

test.each(Object.entries(shown))('the platform has each path that the specification shows: %s', (_, paths) => {
  const known = [...consumerCalls, ...serverCalls].map(({ method, path }) => `${method} ${path}`)
  expect(paths.filter(path => !known.includes(path))).toEqual([])
})
