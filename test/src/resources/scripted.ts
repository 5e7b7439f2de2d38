import { createRewards, type Rewards, type RewardsError } from '../../../src/index.js'
import { json, type Sent, type Wire, web, wire } from '../wire.js'

interface Scripted extends Wire {
  rewards: Rewards
  /** What the page was told of in `error` events. */
  told: RewardsError[]
  /** The requests about resources, without those for a token. */
  asked(): Sent[]
}

/** A page before a platform that answers each request about a resource as `answer` says. */
export function scripted(answer: (sent: Sent, index: number) => unknown): Scripted {
  let count = 0
  const line = wire(async sent => {
    if (!isResource(sent)) return web('token', '{"access_token":"token","expires_in":3600,"scopes":["LOCAL_PROFILE"]}')
    const answered = await answer(sent, count++)
    return answered instanceof Response ? answered : json(answered)
  })
  const told: RewardsError[] = []
  const rewards = createRewards({ domain: 'https://share.brand.com', fetch: line.fetch })
  rewards.addEventListener('error', ({ detail }) => told.push(detail))
  return { ...line, rewards, told, asked: () => line.requests.filter(isResource) }
}

const isResource = ({ path }: Sent) => /^\/api\/v\d\/(me|email|persons)\b/.test(path)
