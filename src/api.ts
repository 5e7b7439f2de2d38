// All public types. They have a file of their own, so that the widgets can use them without importing the runtime.

export type { Consumer, IdentityClaims } from './consumer.js'
export {
  type OwnErrorCode,
  type PlatformErrorCode,
  RewardsError,
  type RewardsErrorCode,
  type RewardsErrorDetails,
} from './http/error.js'
export type { WaitOptions } from './http/wait.js'
export type { Mounted, MountOptions } from './mount.js'
export type { Shell } from './native/shell.js'
export type { Carrier, Consent, ConsentSource, Data, RewardsOptions } from './options.js'
export type { Receipt } from './outbox/settled.js'
export type { QueuedCall, ScriptRewards } from './queue.js'
export type { Asset, AssetInput, AssetUploadOptions } from './resources/assets.js'
export type { AudienceMembership } from './resources/audience-memberships.js'
export type { EmailShare, EmailShareInput } from './resources/email.js'
export type { Journey, JourneyFilters } from './resources/journeys.js'
export type { ParameterOptions, ParametersStatus } from './resources/parameters.js'
export type { OtherPerson } from './resources/person.js'
export type { PollOptions } from './resources/polling.js'
export type { Profile, ProfileChanges } from './resources/profile.js'
export type { Referral } from './resources/referrals.js'
export type { Reward, RewardStatus, RewardStatusQuery } from './resources/reward-status.js'
export type { Shareable, ShareableFilters, ShareableInput } from './resources/shareables.js'
export type { Share, ShareFilters } from './resources/shares.js'
export type { Step, StepFilters } from './resources/steps.js'
export type { TransferOptions } from './resources/transfer.js'
export type { Rewards, RewardsEventMap, RewardsListener } from './rewards.js'
export type { ShareChannel, ShareMessage, ShareOutcome, ShareResult } from './share.js'
export type { RewardsStorage, StorageSummary } from './storage.js'
export type { Theme } from './theme.js'
export type { EventData, EventName, TrackedEventMap, TrackOptions } from './track.js'
export type { WidgetName } from './widget-name.js'
export type { Zone, ZoneOptions } from './zone.js'
