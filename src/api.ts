// All public types. They have a file of their own, so that the widgets can use them without importing the runtime.

export type { Analytics, AnalyticsEvent } from './analytics/follow-analytics.js'
export {
  type OwnErrorCode,
  type PlatformErrorCode,
  RewardsError,
  type RewardsErrorCode,
  type RewardsErrorDetails,
} from './error/error.js'
export type { WaitOptions } from './http/wait.js'
export type { QueuedCall, ScriptRewards } from './kernel/queue.js'
export type { Rewards, RewardsEventMap, RewardsListener } from './kernel/rewards.js'
export type { Shell } from './native/shell.js'
export type { Receipt } from './outbox/settled.js'
export type { Mounted, MountOptions } from './page/mount.js'
export type { ShareChannel, ShareMessage, ShareOutcome, ShareResult } from './page/share.js'
export type { RewardsStorage, StorageSummary } from './page/storage.js'
export type { EventData, EventName, TrackedEventMap, TrackOptions } from './page/track.js'
export type { Zone, ZoneOptions } from './page/zone.js'
export type {
  CtaZone,
  FormZone,
  FormZoneField,
  HeroZone,
  JourneyZone,
  LeaderboardZone,
  OfferZone,
  PanelZone,
  ProfileZone,
  ReferralsZone,
  RewardStatusZone,
  RewardsListZone,
  ShareZone,
  StackZone,
  StatsZone,
  TiersZone,
  VerifyZone,
  WidgetContent,
} from './page/zone-contents.js'
export type { Asset, AssetInput, AssetUploadOptions } from './resources/assets.js'
export type { AudienceMembership } from './resources/audience-memberships.js'
export type { EmailShare, EmailShareInput } from './resources/email.js'
export type { Journey, JourneyFilters } from './resources/journeys.js'
export type { ParameterOptions, ParametersStatus } from './resources/parameters.js'
export type { OtherPerson } from './resources/person.js'
export type { DataExport, DeletionOptions } from './resources/personal-data.js'
export type { PollOptions } from './resources/polling.js'
export type { Profile, ProfileChanges } from './resources/profile.js'
export type { Referral } from './resources/referrals.js'
export type { Reward, RewardStatus, RewardStatusQuery } from './resources/reward-status.js'
export type { Shareable, ShareableFilters, ShareableInput } from './resources/shareables.js'
export type { Share, ShareFilters } from './resources/shares.js'
export type { Step, StepFilters } from './resources/steps.js'
export type { TransferOptions } from './resources/transfer.js'
export type { DemoOptions } from './settings/demo-options.js'
export type { Carrier, Consent, ConsentSource, Data, DataInput, RewardsOptions } from './settings/options.js'
export type { Theme } from './settings/theme.js'
export type { WidgetName } from './settings/widget-name.js'
export type { Consumer, IdentityClaims } from './token/consumer.js'
