import type { Calls } from '../page/calls.js'

/** The names of the calls of a module. Of each, the position of `{ signal, timeout }` among its arguments: `NONE` for a call without them. */
export type CallTable<Module> = { readonly [Name in keyof Module]: number }

export const NONE = -1

/** Returns the calls of a table. Each loads its module, and calls the function of its own name. `prefix` precedes that name in messages. */
export function createModuleCalls<Module extends object>(
  call: Calls['call'],
  prefix: string,
  table: CallTable<Module>,
  load: () => Promise<object>,
): Module {
  const calls = Object.entries<number>(table).map(([name, optionsAt]) => {
    const run = async (...args: unknown[]) => Reflect.get(await load(), name)(...args)
    return [name, call(prefix + name, run, optionsAt)]
  })
  return Object.fromEntries(calls)
}
