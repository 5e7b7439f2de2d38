import { asRewardsError } from '../error/error.js'
import type { Calls } from '../page/calls.js'
import type { Connection } from '../resources/connection.js'
import type * as factories from '../resources/index.js'
import type { Resources } from '../resources/resources.js'

/** All calls of all resources. The first call loads their code. */
export function createResourceCalls(
  call: Calls['call'],
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
      list: call('assets.list', async () => (await assets()).list(), 0),
      get: call('assets.get', async id => (await assets()).get(id), 1),
      create: call('assets.create', async (file, about, options) => (await assets()).create(file, about, options)),
      delete: call('assets.delete', async id => (await assets()).delete(id)),
      download: call('assets.download', async (id, options) => (await assets()).download(id, options)),
      downloadByName: call('assets.downloadByName', async (name, options) =>
        (await assets()).downloadByName(name, options),
      ),
      url: call('assets.url', async id => (await assets()).url(id), 1),
    },
    audienceMemberships: {
      list: call('audienceMemberships.list', async () => (await audienceMemberships()).list(), 0),
    },
    email: {
      share: call('email.share', async input => (await email()).share(input)),
      shareBatch: call('email.shareBatch', async input => (await email()).shareBatch(input)),
    },
    journeys: {
      list: call('journeys.list', async filters => (await journeys()).list(filters), 1),
    },
    parameters: {
      all: call('parameters.all', async () => (await parameters()).all(), 0),
      set: call('parameters.set', async (name, value, options) => (await parameters()).set(name, value, options)),
      update: call('parameters.update', async (values, options) => (await parameters()).update(values, options)),
    },
    persons: id => {
      const personAssets = async () => (await load()).personAssets(connection, id)
      return {
        assets: {
          list: call('persons.assets.list', async () => (await personAssets()).list(), 0),
          get: call('persons.assets.get', async assetId => (await personAssets()).get(assetId), 1),
          download: call('persons.assets.download', async (assetId, options) =>
            (await personAssets()).download(assetId, options),
          ),
          downloadByName: call('persons.assets.downloadByName', async (name, options) =>
            (await personAssets()).downloadByName(name, options),
          ),
          url: call('persons.assets.url', async assetId => (await personAssets()).url(assetId), 1),
        },
      }
    },
    profile: {
      get: call('profile.get', async () => (await profile()).get(), 0),
      update: call('profile.update', async changes => (await profile()).update(changes)),
    },
    referrals: {
      fromMe: call('referrals.fromMe', async () => (await referrals()).fromMe(), 0),
      toMe: call('referrals.toMe', async () => (await referrals()).toMe(), 0),
    },
    rewardStatus: {
      get: call('rewardStatus.get', async query => (await rewardStatus()).get(query), 1),
      async *watch(query, options) {
        const watch = call('rewardStatus.watch', async () => (await rewardStatus()).watch(query, options))
        try {
          yield* await watch()
        } catch (cause) {
          throw asRewardsError(cause, 'rewardStatus.watch')
        }
      },
    },
    shareables: {
      list: call('shareables.list', async filters => (await shareables()).list(filters), 1),
      get: call('shareables.get', async code => (await shareables()).get(code), 1),
      create: call('shareables.create', async input => (await shareables()).create(input)),
      getOrCreate: call('shareables.getOrCreate', async input => (await shareables()).getOrCreate(input)),
      getCreateOrUpdate: call('shareables.getCreateOrUpdate', async input =>
        (await shareables()).getCreateOrUpdate(input),
      ),
    },
    shares: {
      list: call('shares.list', async filters => (await shares()).list(filters), 1),
      get: call('shares.get', async id => (await shares()).get(id), 1),
    },
    steps: {
      list: call('steps.list', async filters => (await steps()).list(filters), 1),
    },
  }
}
