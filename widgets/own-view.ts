import type { Rewards } from '../src/api.js'
import { verified } from './locked/verified.js'
import type { ViewModule } from './views.js'

/**
 * Widget name → the view of what a consumer has of their own: `journey: () => import('./journey/journey-view.js')`. What is private
 * goes through `verified`.
 */
const views: Record<string, (rewards: Rewards, content: object | undefined) => Promise<ViewModule>> = {
  journey: verified(() => import('./journey/journey-view.js')),
  profile: verified(() => import('./profile/profile-view.js')),
  stack: async (rewards, content) => {
    const stack = await import('./stack/stack-view.js')
    if (content) await stack.prepare(content, rewards)
    return stack
  },
  verify: () => import('./verify/verify-view.js'),
  rewards: verified(() => import('./rewards/rewards-view.js')),
  referrals: verified(() => import('./referrals/referrals-view.js')),
  'reward-status': verified(() => import('./reward-status/reward-status-view.js')),
  stats: verified(() => import('./stats/stats-view.js')),
}

/** Throws `unsupported_content` for a widget this version does not know, once there is content for it. */
export async function ownView(widget: string, rewards: Rewards, content: object | undefined): Promise<ViewModule> {
  if (Object.hasOwn(views, widget)) return views[widget]!(rewards, content)
  const fault = `This version of the SDK has no widget "${widget}"; docs/widgets.md lists those there are`
  throw content ? rewards.report('unsupported_content', fault) : new TypeError(fault)
}
