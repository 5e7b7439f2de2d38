import type { WaitOptions } from '../http/wait.js'
import type * as factories from './index.js'

/** The calls of each resource, by the name under which `index.ts` exports it. */
type Calls = {
  readonly [name in Exclude<keyof typeof factories, 'withRetry'>]: WithWait<ReturnType<(typeof factories)[name]>>
}

/** The names of the calls that read. Their last argument may be `{ signal, timeout }`. */
type Read = 'all' | 'fromMe' | 'get' | 'list' | 'toMe' | 'url'

/** A caller of `watch` gets what `for await` reads. */
type WithWait<Resource> = {
  [Name in keyof Resource]: [Name, Resource[Name]] extends [Read, (...args: infer Args) => infer Result]
    ? (...args: [...Args, options?: WaitOptions]) => Result
    : Resource[Name] extends (...args: infer Args) => AsyncIterator<infer Item>
      ? (...args: Args) => AsyncIterable<Item>
      : Resource[Name]
}

/** The resources as properties of `Rewards` (docs/resources.md). Each file of this folder documents its own. */
export interface Resources extends Omit<Calls, 'personAssets'> {
  /** The public data of another person (specification 4.3). */
  persons(id: string): { readonly assets: Calls['personAssets'] }
}
