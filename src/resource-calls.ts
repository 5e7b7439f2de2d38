import { asRewardsError } from './http/error.js'
import type { Connection } from './resources/connection.js'
import type * as factories from './resources/index.js'
import type { Resources } from './resources/resources.js'

/** All calls of all resources. The first call loads their code. */
export function createResourceCalls(
  call: <A extends unknown[], T>(run: (...args: A) => Promise<T> | T) => (...args: A) => Promise<T>,
  load: () => Promise<typeof factories>,
  connection: Connection,
): Resources {
  const assets = async () => (await load()).assets(connection)
  const audienceMemberships = async () => (await load()).audienceMemberships(connection)
  const email = async () => (await load()).email(connection)
  const journeys = async () => (await load()).journeys(connection)
  const parameters = async () => (await load()).parameters(connection)
  const profile = async () => (await load()).profile(connection)
  const referrals = async () => (await load()).referrals(connection)
  const rewardStatus = async () => (await load()).rewardStatus(connection)
  const shareables = async () => (await load()).shareables(connection)
  const shares = async () => (await load()).shares(connection)
  const steps = async () => (await load()).steps(connection)

  return {
    assets: {
      list: call(async () => (await assets()).list()),
      get: call(async id => (await assets()).get(id)),
      create: call(async (file, about, options) => (await assets()).create(file, about, options)),
      delete: call(async id => (await assets()).delete(id)),
      download: call(async (id, options) => (await assets()).download(id, options)),
      downloadByName: call(async (name, options) => (await assets()).downloadByName(name, options)),
      url: call(async id => (await assets()).url(id)),
    },
    audienceMemberships: {
      list: call(async () => (await audienceMemberships()).list()),
    },
    email: {
      share: call(async input => (await email()).share(input)),
      shareBatch: call(async input => (await email()).shareBatch(input)),
    },
    journeys: {
      list: call(async filters => (await journeys()).list(filters)),
    },
    parameters: {
      all: call(async () => (await parameters()).all()),
      set: call(async (name, value, options) => (await parameters()).set(name, value, options)),
      update: call(async (values, options) => (await parameters()).update(values, options)),
    },
    persons: id => {
      const personAssets = async () => (await load()).personAssets(connection, id)
      return {
        assets: {
          list: call(async () => (await personAssets()).list()),
          get: call(async assetId => (await personAssets()).get(assetId)),
          download: call(async (assetId, options) => (await personAssets()).download(assetId, options)),
          downloadByName: call(async (name, options) => (await personAssets()).downloadByName(name, options)),
          url: call(async assetId => (await personAssets()).url(assetId)),
        },
      }
    },
    profile: {
      get: call(async () => (await profile()).get()),
      update: call(async changes => (await profile()).update(changes)),
    },
    referrals: {
      fromMe: call(async () => (await referrals()).fromMe()),
      toMe: call(async () => (await referrals()).toMe()),
    },
    rewardStatus: {
      get: call(async query => (await rewardStatus()).get(query)),
      async *watch(query, options) {
        const watch = call(async () => (await rewardStatus()).watch(query, options))
        try {
          yield* await watch()
        } catch (cause) {
          throw asRewardsError(cause, 'rewardStatus.watch')
        }
      },
    },
    shareables: {
      list: call(async filters => (await shareables()).list(filters)),
      get: call(async code => (await shareables()).get(code)),
      create: call(async input => (await shareables()).create(input)),
      getOrCreate: call(async input => (await shareables()).getOrCreate(input)),
      getCreateOrUpdate: call(async input => (await shareables()).getCreateOrUpdate(input)),
    },
    shares: {
      list: call(async filters => (await shares()).list(filters)),
      get: call(async id => (await shares()).get(id)),
    },
    steps: {
      list: call(async filters => (await steps()).list(filters)),
    },
  }
}
