import { loggedOut, type RewardsError, readArguments, requireText } from '../error/error.js'
import type { WaitOptions } from '../http/wait.js'
import type { Receipt } from '../outbox/settled.js'
import type { Token } from '../token/token.js'
import type { Asset } from './assets.js'
import type { AudienceMembership } from './audience-memberships.js'
import type { Journey } from './journeys.js'
import type { Profile } from './profile.js'
import type { Referral } from './referrals.js'
import type { RewardStatus, RewardStatusQuery } from './reward-status.js'
import type { Shareable } from './shareables.js'
import type { Share } from './shares.js'
import type { Step } from './steps.js'

// The calls of `privacy`. A file of its own, which pages load only if somebody asks for their data.

/** All that the program knows about the consumer: what the resources of the same names read. A part that could not be read is null. */
export interface DataExport {
  /** When the data was read, in ISO 8601. */
  exported_at: string
  /** The program domain. */
  domain: string
  profile: Profile | null
  parameters: Record<string, unknown>
  shareables: Shareable[] | null
  shares: Share[] | null
  referrals: { fromMe: Referral[] | null; toMe: Referral[] | null }
  journeys: Journey[] | null
  steps: Step[] | null
  /** The rewards for the consumer's own events, with their status. The steps `reward_earned` have the value of every reward. */
  rewards: RewardStatus[] | null
  audienceMemberships: AudienceMembership[] | null
  /** The descriptions of the files. `assets.download(id)` has their content. */
  assets: Asset[] | null
  /** The parts that could not be read, each with the code of its error. */
  missing: { part: string; code: string }[]
}

export interface DeletionOptions extends WaitOptions {
  /** The name of the event. Default: `deletion_requested`. */
  event?: string | undefined
}

/** What this file exports. */
export interface PersonalData {
  exportData(connection: Source, wait?: WaitOptions): Promise<DataExport>
  requestDeletion(connection: Source, options?: DeletionOptions): Promise<Receipt>
}

interface Source {
  token: Token
  rewards(): PublicCalls
}

/** The part of the runtime that the calls of `privacy` consist of. */
export interface PublicCalls {
  readonly domain: string
  readonly profile: { get: Read<Profile> }
  readonly parameters: { all: Read<Record<string, unknown>> }
  readonly shareables: { list: ReadList<Shareable> }
  readonly shares: { list: ReadList<Share> }
  readonly referrals: { fromMe: Read<Referral[]>; toMe: Read<Referral[]> }
  readonly journeys: { list: ReadList<Journey> }
  readonly steps: { list: ReadList<Step> }
  readonly rewardStatus: { get(query: RewardStatusQuery, wait?: WaitOptions): Promise<RewardStatus> }
  readonly audienceMemberships: { list: Read<AudienceMembership[]> }
  readonly assets: { list: Read<Asset[]> }
  track(name: string, data: object, options: { id: string }): Promise<Receipt>
}

type Read<T> = (wait?: WaitOptions) => Promise<T>
type ReadList<Item> = (filters?: Record<never, never>, wait?: WaitOptions) => Promise<Item[]>

/** The console of the platform lists events with this name as tasks, and events with this data. */
const DELETION_EVENT = 'deletion_requested'
const DELETION_DATA = { privacy_request: 'deletion' }

/** The step of an event that has earned a reward. */
const REWARD_EARNED = 'reward_earned'

export async function exportData({ token, rewards }: Source, wait?: WaitOptions): Promise<DataExport> {
  const runtime = rewards()
  const { profile, shareables, shares, referrals, journeys, audienceMemberships, assets } = runtime
  const check = sameConsumer(token)
  const missing: DataExport['missing'] = []
  /** Reads a part. One after the other: the parts must be of one person, and nothing more is sent once the call is aborted. */
  const part = async <T>(name: string, read: () => Promise<T>): Promise<T | null> => {
    try {
      const value = await read()
      check()
      return value
    } catch (error) {
      if (!isRefusal(error as RewardsError)) throw error
      missing.push({ part: name, code: (error as RewardsError).code })
      return null
    }
  }
  // Before the others: below verified, the platform refuses this call, and would hide a part of the other answers.
  const parameters = await runtime.parameters.all(wait)
  check()
  const steps = await part('steps', () => runtime.steps.list({}, wait))
  return {
    exported_at: new Date().toISOString(),
    domain: runtime.domain,
    profile: await part('profile', () => profile.get(wait)),
    parameters,
    shareables: await part('shareables', () => shareables.list({}, wait)),
    shares: await part('shares', () => shares.list({}, wait)),
    referrals: {
      fromMe: await part('referrals.fromMe', () => referrals.fromMe(wait)),
      toMe: await part('referrals.toMe', () => referrals.toMe(wait)),
    },
    journeys: await part('journeys', () => journeys.list({}, wait)),
    steps,
    rewards: await part('rewards', () => readRewards(runtime, steps ?? [], wait)),
    audienceMemberships: await part('audienceMemberships', () => audienceMemberships.list(wait)),
    assets: await part('assets', () => assets.list(wait)),
    missing,
  }
}

/** The requests of this page. They end with the person: another one has another signal. */
const requests = new WeakMap<AbortSignal, Map<string, Promise<Receipt>>>()

export function requestDeletion({ token, rewards }: Source, options: DeletionOptions = {}): Promise<Receipt> {
  const { event = DELETION_EVENT } = readArguments('privacy.requestDeletion()', () => ({ event: options.event }))
  requireText('privacy.requestDeletion() needs the name of an event as options.event', event)
  const { signal } = token.login()
  const own = requests.get(signal) ?? new Map<string, Promise<Receipt>>()
  requests.set(signal, own)
  const request = own.get(event) ?? sendRequest(token, rewards(), event)
  own.set(event, request)
  request.catch(() => own.delete(event))
  return request
}

async function sendRequest(token: Token, { parameters, track }: PublicCalls, event: string): Promise<Receipt> {
  const check = sameConsumer(token)
  // The platform would record the event at any level. It refuses this call below verified.
  await parameters.all()
  check()
  // The platform records an id once: a second tab, or the next page, sends the same request.
  const [day] = new Date().toISOString().split('T')
  return track(event, DELETION_DATA, { id: `deletion-${day}` })
}

/** Returns a function that throws `logged_out` if another person has taken the place of the consumer. */
function sameConsumer(token: Token) {
  const { signal } = token.login()
  return () => {
    if (token.login().signal !== signal) throw loggedOut()
  }
}

/** Whether the same call would fail again: the platform refuses it, or answers it wrongly. Any other error ends the export. */
const isRefusal = ({ code, retryable }: RewardsError) =>
  !retryable && !/^(aborted|logged_out|(expired|invalid|missing)_access_token)$/.test(code)

/** The rewards of the consumer's own events. */
async function readRewards({ rewardStatus }: PublicCalls, steps: Step[], wait?: WaitOptions): Promise<RewardStatus[]> {
  const rewards: RewardStatus[] = []
  for (const query of rewardQueries(steps)) {
    const status = await rewardStatus.get(query, wait)
    if (status.reward) rewards.push(status)
  }
  return rewards
}

/** How to ask for the rewards of the consumer's own events: an event that has earned one, and has an id, can be named. */
function rewardQueries(steps: Step[]): RewardStatusQuery[] {
  const isEarned = ({ step_name, name }: Step) => (step_name ?? name) === REWARD_EARNED
  const earning = new Set(steps.filter(isEarned).map(({ event_id }) => event_id))
  const queries = new Map<string, RewardStatusQuery>()
  for (const { event_id, data, partner_event_id } of steps) {
    if (!event_id || !earning.has(event_id)) continue
    const polling_id = data?.polling_id
    const { name, value } = partner_event_id ?? {}
    if (typeof polling_id === 'string') queries.set(event_id, { polling_id })
    else if (name === 'partner_event_id' && value) queries.set(event_id, { partner_event_id: value })
  }
  return [...queries.values()]
}
