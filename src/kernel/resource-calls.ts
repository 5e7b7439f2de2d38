import type { Calls } from '../page/calls.js'
import type * as factories from '../resources/index.js'
import type { PrivacyConnection } from '../resources/privacy.js'
import type { Resources } from '../resources/resources.js'
import { type CallTable, createModuleCalls, NONE } from './call-table.js'

const READ_ASSETS = { list: 0, get: 1, download: NONE, downloadByName: NONE, url: 1 }

/** The calls of each resource, by the name of the resource. */
const RESOURCES: {
  readonly [Name in Exclude<keyof Resources, 'persons'>]: CallTable<Omit<Resources[Name], 'watch'>>
} = {
  assets: { ...READ_ASSETS, create: NONE, delete: NONE },
  audienceMemberships: { list: 0 },
  email: { share: NONE, shareBatch: NONE },
  journeys: { list: 1 },
  parameters: { all: 0, set: 2, update: 1 },
  profile: { get: 0, update: NONE },
  referrals: { fromMe: 0, toMe: 0 },
  rewardStatus: { get: 1 },
  shareables: { list: 1, get: 1, create: NONE, getOrCreate: NONE, getCreateOrUpdate: NONE },
  shares: { list: 1, get: 1 },
  steps: { list: 1 },
  privacy: { export: 0, requestDeletion: 0 },
}

/** Returns the calls of all resources. The first call loads their code. */
export function createResourceCalls(
  call: Calls['call'],
  load: () => Promise<typeof factories>,
  connection: PrivacyConnection,
): Resources {
  const inTable = Object.entries(RESOURCES).map(([name, table]) => {
    const loadResource = async () => Reflect.get(await load(), name)(connection)
    return [name, createModuleCalls<object>(call, `${name}.`, table, loadResource)]
  })
  const resources = Object.fromEntries(inTable)
  return {
    ...resources,
    persons(id) {
      const loadAssets = async () => (await load()).personAssets(connection, id)
      return { assets: createModuleCalls(call, 'persons.assets.', READ_ASSETS, loadAssets) }
    },
    rewardStatus: {
      ...resources.rewardStatus,
      watch(query, options) {
        const watch = call('rewardStatus.watch', async () =>
          (await load()).rewardStatus(connection).watch(query, options),
        )()
        // Not a generator: its `return()` would wait for the next answer.
        return {
          next: async () => (await watch).next(),
          return: async () => (await watch).return!(),
          [Symbol.asyncIterator]() {
            return this
          },
        }
      },
    },
  }
}
