import type { Rewards, WidgetName } from '../src/api.js'
import { verifiedOnly } from './locked/verified-only.js'
import { readTexts } from './readers.js'
import { channels, isKnown } from './share/channels.js'
import ShareView, { styles } from './share/share-view.js'
import type { FindView, ViewModule } from './view.js'

type Loader = (rewards: Rewards, content?: Record<string, unknown>) => Promise<ViewModule>

/**
 * Loads the view of each widget. A view of private data is wrapped in `verifiedOnly`. Most zones show `share`, so its code is part of this
 * bundle: that saves one request before the first widget.
 */
const loaders: Record<string, Loader> = {
  share: async (rewards, content) => {
    if (content?.capture && rewards.consumer.level === 'anonymous') return import('./share/capture/capture-view.js')
    // Without the file, the widget has its other channels.
    if (!readTexts(content?.channels).every(isKnown))
      await import('./share/more-channels.js').then(
        ({ moreChannels }) => Object.assign(channels, moreChannels(rewards)),
        () => {},
      )
    return { default: ShareView, styles }
  },
  cta: () => import('./cta/cta-view.js'),
  hero: () => import('./hero/hero-view.js'),
  form: async (rewards, content) => {
    const load = async () => (await import('./form/form-view.js')).prepare(content)
    return content?.verified_only ? verifiedOnly(load)(rewards) : load()
  },
  panel: () => import('./panel/panel-view.js'),
  offer: () => import('./offer/offer-view.js'),
  html: () => import('./creative/creative-view.js'),
  verify: () => import('./verify/verify-view.js'),
  stack: () => import('./stack/stack-view.js'),
  journey: verifiedOnly(() => import('./journey/journey-view.js')),
  leaderboard: verifiedOnly(() => import('./leaderboard/leaderboard-view.js')),
  tiers: verifiedOnly(() => import('./tiers/tiers-view.js')),
  profile: verifiedOnly(() => import('./profile/profile-view.js')),
  rewards: verifiedOnly(() => import('./rewards/rewards-view.js')),
  referrals: verifiedOnly(() => import('./referrals/referrals-view.js')),
  'reward-status': verifiedOnly(() => import('./reward-status/reward-status-view.js')),
  stats: verifiedOnly(() => import('./stats/stats-view.js')),
} satisfies Record<WidgetName | 'html', Loader>

export const isWidget = (name: string): boolean => Object.hasOwn(loaders, name)

/** Reports that there is no such widget, and rejects with the error. `where` begins the message. */
export async function rejectWidget(rewards: Rewards, where: string, widget: string): Promise<never> {
  throw (await import('./reports.js')).reportUnknownWidget(rewards, where, widget, Object.keys(loaders))
}

export const findView: FindView = async (widget, rewards, content) => {
  if (!isWidget(widget)) await rejectWidget(rewards, '', widget)
  const view = await loaders[widget]!(rewards, content)
  return view.prepare?.(content, rewards, findView) ?? view
}
