// Every resource call of the SDK, for tests of what all of them have in common.
// test/demo/platform/openapi/every-call.ts lists those of the platform.

import type { Rewards } from '../../../src/index.js'
import type { Connection } from '../../../src/resources/connection.js'
import * as exported from '../../../src/resources/index.js'

/** Ids of one person's things. */
export interface Ids {
  person: string
  asset: string
  share: string
  code: string
  polling: string
}

const file = new File(['a stranger’s'], 'x.txt', { type: 'text/plain' })
const first = async <T>(all: AsyncIterable<T>) => {
  for await (const one of all) return one
  return undefined
}

type MakeCall = (rewards: Rewards, ids: Ids) => Promise<unknown>

const { withRetry: _, ...factories } = exported
type Factories = typeof factories

type CallName = { [name in keyof Factories]: `${name}.${keyof ReturnType<Factories[name]> & string}` }[keyof Factories]

/** Every call of every resource, by its name, as somebody makes it who knows `ids`. */
export const everyCall: Record<string, MakeCall> = {
  'privacy.export': ({ privacy }) => privacy.export(),
  'privacy.requestDeletion': ({ privacy }) => privacy.requestDeletion(),
  'profile.get': ({ profile }) => profile.get(),
  'profile.update': ({ profile }) => profile.update({ last_name: 'Stranger' }),
  'parameters.all': ({ parameters }) => parameters.all(),
  'parameters.update': ({ parameters }) => parameters.update({ size: 'XL' }),
  'parameters.set': ({ parameters }) => parameters.set('size', 'XL'),
  'assets.list': ({ assets }) => assets.list(),
  'assets.get': ({ assets }, { asset }) => assets.get(asset),
  'assets.download': async ({ assets }, { asset }) => (await assets.download(asset)).text(),
  'assets.downloadByName': async ({ assets }) => (await assets.downloadByName('secret')).text(),
  'assets.url': async ({ assets }, { asset }) => (await fetch(await assets.url(asset))).text(),
  'assets.create': ({ assets }) => assets.create(file),
  'assets.delete': ({ assets }, { asset }) => assets.delete(asset),
  'personAssets.list': ({ persons }, { person }) => persons(person).assets.list(),
  'personAssets.get': ({ persons }, { person, asset }) => persons(person).assets.get(asset),
  'personAssets.download': async ({ persons }, { person, asset }) =>
    (await persons(person).assets.download(asset)).text(),
  'personAssets.downloadByName': async ({ persons }, { person }) =>
    (await persons(person).assets.downloadByName('secret')).text(),
  'personAssets.url': async ({ persons }, { person, asset }) =>
    (await fetch(await persons(person).assets.url(asset))).text(),
  'audienceMemberships.list': ({ audienceMemberships }) => audienceMemberships.list(),
  'journeys.list': ({ journeys }) => journeys.list(),
  'referrals.fromMe': ({ referrals }) => referrals.fromMe(),
  'referrals.toMe': ({ referrals }) => referrals.toMe(),
  'rewardStatus.get': ({ rewardStatus }, { polling }) => rewardStatus.get({ polling_id: polling }),
  'rewardStatus.watch': ({ rewardStatus }) => first(rewardStatus.watch({ reward_name: 'secret' })),
  'shares.list': ({ shares }) => shares.list({ partner_share_id: 'secret-share' }),
  'shares.get': ({ shares }, { share }) => shares.get(share),
  'steps.list': ({ steps }) => steps.list(),
  'shareables.list': ({ shareables }) => shareables.list(),
  'shareables.get': ({ shareables }, { code }) => shareables.get(code),
  'shareables.create': ({ shareables }, { code }) => shareables.create({ preferred_code_prefixes: [code] }),
  'shareables.getOrCreate': ({ shareables }) => shareables.getOrCreate({ key: 'secret' }),
  'shareables.getCreateOrUpdate': ({ shareables }) => shareables.getCreateOrUpdate({ key: 'secret', label: 'mine' }),
  'email.share': ({ email }, { code }) =>
    email.share({ advocate_code: code, message: 'Look', recipient_email: 'x@example.com' }),
  'email.shareBatch': ({ email }, { code }) =>
    email.shareBatch({ advocate_code: code, message: 'Look', recipient_emails: ['x@example.com'] }),
} satisfies Record<CallName, MakeCall>

/** Whether the platform answers the call of that name with a list. */
export const isList = (name: string): boolean => /\.list$|fromMe|toMe|downloadByName|shareBatch/.test(name)

/**
 * The fields without which the SDK cannot use a record, with values, by resource: those that a schema declares as `id`, or without
 * `optional`. Every other field may be absent, null or of any type.
 */
export const REQUIRED_FIELDS: Record<string, Record<string, unknown>> = {
  // Or any other field of a profile beside its id.
  profile: { parameters: {} },
  assets: { id: 'text' },
  personAssets: { id: 'text' },
  audienceMemberships: { audience_id: 'text' },
  rewardStatus: { status: 'SUCCEEDED' },
  shareables: { code: 'text', link: 'text' },
  shares: { share_id: 'text' },
}

/** The names of all calls there are. */
export const namesOfCalls = (): string[] =>
  Object.entries(factories).flatMap(([name, factory]) =>
    Object.keys(
      (factory as (at: Connection, id: string) => object)({ loadShare: async () => {} } as Connection, 'x'),
    ).map(verb => `${name}.${verb}`),
  )
