import type { Rewards, WaitOptions } from '../src/api.js'

/** The names of the calls of resources that read. Their options may have a `signal`. */
type Read = 'all' | 'download' | 'downloadByName' | 'export' | 'fromMe' | 'get' | 'list' | 'toMe' | 'url'

/** Of each call that reads, the position of its options among its arguments. */
type Positions<Calls> = { readonly [Name in keyof Calls & Read]: number }

const ASSETS: Positions<Rewards['assets']> = { list: 0, get: 1, url: 1, download: 1, downloadByName: 1 }

const RESOURCES = {
  assets: ASSETS,
  audienceMemberships: { list: 0 },
  journeys: { list: 1 },
  parameters: { all: 0 },
  privacy: { export: 0 },
  profile: { get: 0 },
  referrals: { fromMe: 0, toMe: 0 },
  rewardStatus: { get: 1 },
  shareables: { list: 1, get: 1 },
  shares: { list: 1, get: 1 },
  steps: { list: 1 },
} satisfies { readonly [Name in keyof Rewards]?: Positions<Rewards[Name]> }

/**
 * The runtime for a function that reads with it: `defaults` are the options of each read that gives none of its own. Changes are as before: their
 * failure concerns the page also when nothing needs the value any more.
 */
export function endingReads(rewards: Rewards, defaults: () => WaitOptions): Rewards {
  const within = (calls: object, positions: object) =>
    replaceMembers(
      calls,
      Object.entries(positions).map(([name, at]) => [name, withDefaults(calls, name, at, defaults)]),
    )
  const resources = Object.entries(RESOURCES).map(([name, positions]): [string, object] => [
    name,
    within(Object(Reflect.get(rewards, name)), positions),
  ])
  return replaceMembers(rewards, [
    ...resources,
    ['persons', (id: string) => ({ assets: within(rewards.persons(id).assets, ASSETS) })],
    ['zone', withDefaults(rewards, 'zone', 2, defaults)],
  ])
}

/** The object with other members in the place of some. Nothing changes in the object itself, which all components share. */
function replaceMembers<T extends object>(object: T, members: [name: string, member: unknown][]): T {
  const replaced = new Map<PropertyKey, unknown>(members)
  return new Proxy<T>(Object.create(object), {
    get(_, name) {
      if (replaced.has(name)) return replaced.get(name)
      const member = Reflect.get(object, name)
      // The methods of an EventTarget accept no other object.
      return typeof member === 'function' ? member.bind(object) : member
    },
  })
}

/** A call whose options, at the position `at`, have `defaults`. What is no object stays: the call refuses it. */
const withDefaults =
  (calls: object, name: string, at: number, defaults: () => WaitOptions) =>
  (...args: unknown[]): unknown => {
    const given = args[at]
    if (given === undefined || Object(given) === given) args[at] = { ...defaults(), ...Object(given) }
    return Reflect.apply(Reflect.get(calls, name), calls, args)
  }
