import type { Rewards } from '../src/api.js'
import { verified } from './locked/verified-only.js'
import ShareView, { styles } from './share/share-view.js'
import type { FindView, ViewModule } from './view.js'

type Loader = (rewards: Rewards, content?: Record<string, unknown>) => Promise<ViewModule>

/**
 * The view of each widget, fetched on first use. Views of private data are wrapped in `verified`. Only `share`, which most zones show,
 * comes with the element: one request less before the first widget, and 450 bytes less than in a file of its own.
 */
const views: Record<string, Loader> = {
  share: async ({ consumer }, content) =>
    content?.capture && consumer.level === 'anonymous'
      ? import('./share/capture/capture-view.js')
      : { default: ShareView, styles },
  cta: () => import('./cta/cta-view.js'),
  offer: () => import('./offer/offer-view.js'),
  html: () => import('./creative/creative-view.js'),
  verify: () => import('./verify/verify-view.js'),
  stack: async (rewards, content) => {
    const stack = await import('./stack/stack-view.js')
    if (content) await stack.prepare(content, rewards, findView)
    return stack
  },
  journey: verified(() => import('./journey/journey-view.js')),
  profile: verified(() => import('./profile/profile-view.js')),
  rewards: verified(() => import('./rewards/rewards-view.js')),
  referrals: verified(() => import('./referrals/referrals-view.js')),
  'reward-status': verified(() => import('./reward-status/reward-status-view.js')),
  stats: verified(() => import('./stats/stats-view.js')),
}

export const findView: FindView = async (widget, rewards, content) => {
  if (Object.hasOwn(views, widget)) return views[widget]!(rewards, content)
  const message = `This version of the SDK has no widget "${widget}"; docs/widgets.md lists those there are`
  throw content ? rewards.report('unsupported_content', message) : new TypeError(message)
}
