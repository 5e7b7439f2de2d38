import * as z from 'zod/mini'
import type { Client } from '../http/client.js'
import { type Connection, call } from './call.js'

/** By the name of each filter, what an item says about it: null where it has no such thing, undefined where it does not tell. */
type Filters<Name extends string, Item> = Record<Name, (item: Item) => unknown>

/**
 * A list, whole, narrowed by filters. The platform drops a parameter it does not know, and the list comes unfiltered: a name that is
 * not in `filters` is therefore refused before anything is sent, and an item that a filter should have kept out is told as
 * `filter_ignored` and left out (specification 8).
 */
export async function list<S extends z.ZodMiniType, Name extends string>(
  at: Connection,
  schema: S,
  path: string,
  filters: Filters<Name, z.infer<S>>,
  given: { [name in Name]?: string | undefined } = {},
): Promise<z.infer<S>[]> {
  const query = checked(at.client, given, Object.keys(filters))
  let items = await call(at, z.array(schema), 'GET', withQuery(path, query))
  for (const [name, value] of query) {
    const fitting = items.filter(item => fits(filters[name as Name](item), value))
    if (fitting.length < items.length) at.tell(ignored(at.client, path, name))
    items = fitting
  }
  return items
}

/** What is asked for, if all of it can be. Throws `unknown_filter`, or a `TypeError` for a value that is no text. */
export function checked(client: Client, given: object, names: string[]): [name: string, value: string][] {
  return Object.entries(given).filter(([name, value]) => {
    if (!names.includes(name)) throw client.error('unknown_filter', `No filter ${name}: there are ${names.join(', ')}`)
    if (value !== undefined && typeof value !== 'string') throw new TypeError(`${name} is no string`)
    return value !== undefined
  })
}

export const withQuery = (path: string, query: [name: string, value: string][]) =>
  query.length ? `${path}?${new URLSearchParams(query)}` : path

/** Whether what a record says about a filter is what was asked for; it may say nothing. */
export const fits = (said: unknown, value: string) => said === undefined || said === value

export const ignored = (client: Client, path: string, name: string) =>
  client.error('filter_ignored', `GET ${path}: not what ${name} asked for`, { parameters: { name } })
