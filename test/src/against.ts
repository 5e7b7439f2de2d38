import { createRewards, type Rewards, type RewardsError, type RewardsOptions } from '../../src/index.js'
import { json, type Sent, web, wire } from './wire.js'

const ANONYMOUS = { access_token: 'made', expires_in: 60, scopes: ['LOCAL_PROFILE'] }

/** A runtime against a platform that answers as `answer` says; what it does not say is answered as on a good day. */
export function against(answer: (sent: Sent, index: number) => Response | Promise<Response> | undefined, options = {}) {
  const platform = wire((sent, index) => answer(sent, index) ?? goodDay(sent))
  const errors: RewardsError[] = []
  const settings: RewardsOptions = { domain: 'https://share.brand.com', fetch: platform.fetch, ...options }
  const rewards: Rewards = createRewards(settings)
  rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  return { rewards, requests: platform.requests, errors, paths: () => platform.requests.map(({ path }) => path) }
}

function goodDay({ path, token }: Sent): Response {
  if (path === '/api/v5/token') return json(ANONYMOUS)
  if (path === '/api/v4/me') return json({ id: 'p-1' })
  if (path === '/api/v6/events') return json({ id: 'e-1', event_id: 'e-1' })
  if (path === '/api/v6/zones') return json({ event_id: 'e-1', data: {} })
  return web(token ?? 'made', '{"id":"e-1"}')
}
