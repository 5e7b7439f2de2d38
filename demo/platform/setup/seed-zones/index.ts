import { account } from './account.js'
import { banner, overlay } from './cta.js'
import { club, survey } from './form.js'
import { hero } from './hero.js'
import { shareDestination, welcomeOffer } from './offer.js'
import { footer, script, terms } from './other-creatives.js'
import { panel } from './panel.js'
import { friends } from './referrals.js'
import { rewardStatus } from './reward-status.js'
import { rewards } from './rewards.js'
import type { SeedZone } from './seed-zone.js'
import { confirmation, product, shareExperience } from './share.js'
import { stats } from './stats.js'

/** The initial zones of the demo program. */
export const seedZones: Record<string, SeedZone> = {
  share_experience: shareExperience,
  confirmation,
  product,
  my_account: account,
  bankable_rewards: rewards,
  advocate_stats_embedded: stats,
  friends,
  reward_status: rewardStatus,
  global_header: banner,
  home_hero: hero,
  rewards_panel: panel,
  garden_club: club,
  order_survey: survey,
  overlay,
  welcome_offer: welcomeOffer,
  share_destination: shareDestination,
  global_footer: footer,
  mobile_bootstrap: script,
  terms,
}
