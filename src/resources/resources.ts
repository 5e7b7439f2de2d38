import type * as factories from './index.js'

/** The calls of each resource, by the name under which `index.ts` exports it. */
type Calls = { readonly [name in keyof typeof factories]: ReturnType<(typeof factories)[name]> }

/** The resources as properties of `Rewards` (docs/resources.md). Each file of this folder documents its own. */
export interface Resources extends Omit<Calls, 'personAssets'> {
  /** The public data of another person (specification 4.3). */
  persons(id: string): { readonly assets: Calls['personAssets'] }
}
