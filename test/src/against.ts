// A scripted platform for tests of runtimes in Node: the script says what is out of the ordinary.

import { createRewards, type RewardsError, type RewardsOptions } from '../../src/index.js'
import { json, type Sent, web, wire } from './wire.js'

type Script = (sent: Sent, index: number) => Response | Promise<Response | undefined> | undefined

/** A runtime against a platform that answers as `answer` says, and where it says nothing, as a platform in good order. */
export function against(answer: Script, options: Partial<RewardsOptions> = {}) {
  const inGoodOrder = goodOrder()
  const platform = wire(async (sent, index) => (await answer(sent, index)) ?? inGoodOrder(sent))
  const errors: RewardsError[] = []
  const rewards = createRewards({ domain: 'https://share.brand.com', fetch: platform.fetch, ...options })
  rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  return { ...platform, rewards, errors, paths: () => platform.requests.map(({ path }) => path) }
}

/** Answers as a platform in good order: an event that claims an identity identifies the consumer, until they log out. */
function goodOrder() {
  let scopes = ['LOCAL_PROFILE']
  return ({ method, path, token, body }: Sent): Response => {
    if (/\b(email|partner_user_id)\b/.test(body) && /\/events$/.test(path)) scopes = ['UPDATE_PROFILE']
    if (method === 'DELETE') scopes = ['LOCAL_PROFILE']
    if (path === '/api/v5/token' && method === 'DELETE') return json({ status: 'SUCCEEDED' })
    if (path === '/api/v5/token') return json({ access_token: token ?? 'made', expires_in: 60, scopes })
    if (/^\/api\/v4\/me(\?|$)/.test(path)) return json({ id: 'p-1', parameters: {} })
    if (path === '/api/v6/events') return json({ id: 'e-1', event_id: 'e-1' })
    if (path === '/api/v6/zones') return json({ event_id: 'e-1', data: {} })
    return web(token ?? 'made', '{"id":"e-1"}')
  }
}
