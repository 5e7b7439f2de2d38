import type * as z from 'zod/mini'
import { textOf } from '../base/text-of.js'
import { invalidType, RewardsError, readArguments } from '../error/error.js'
import { callList } from './call.js'
import type { Connection } from './connection.js'

/**
 * For each filter, a function that returns the value, or the values, by which an item is found. Null: the item has no such value. Undefined:
 * the item does not say.
 */
type Filters<Name extends string, Item> = Record<Name, (item: Item) => unknown>

type Query = [name: string, value: string][]

/**
 * Fetches a whole list, narrowed by filters. The platform ignores filters that it does not know, and would answer with the unfiltered
 * list (specification 8). Therefore an unknown filter throws `unknown_filter` before anything is sent. Items that do not match a filter are
 * left out, and reported as `filter_ignored`.
 */
export async function list<S extends z.ZodMiniType, Name extends string>(
  connection: Connection,
  schema: S,
  path: string,
  filters: Filters<Name, z.infer<S>>,
  given: { [name in Name]?: string | undefined } = {},
): Promise<z.infer<S>[]> {
  const query = readFilters(given, Object.keys(filters))
  let items = await callList(connection, schema, 'GET', withQuery(path, query))
  for (const [name, value] of query) {
    const matching = items.filter(item => matchesFilter(filters[name as Name](item), value))
    if (matching.length < items.length) connection.reportError(filterIgnored(path, name))
    items = matching
  }
  return items
}

/** Returns the filters to send. Throws `unknown_filter`, or `invalid_argument` for a value that is not a string. */
export const readFilters = (given: object, names: string[]): Query =>
  readArguments('The filters', () => {
    if (Object(given) !== given || Array.isArray(given))
      throw invalidType(`The filters must be an object with ${names.join(', ')}`, given)
    return Object.entries(given).filter(([name, value]) => {
      if (!names.includes(name))
        throw new RewardsError('unknown_filter', `Unknown filter ${name}; it must be one of ${names.join(', ')}`)
      if (value !== undefined && typeof value !== 'string')
        throw invalidType(`The filter ${name} must be a string`, value)
      return value !== undefined
    })
  })

export const withQuery = (path: string, query: Query) => (query.length ? `${path}?${new URLSearchParams(query)}` : path)

/**
 * Whether the value of an item, or one of its values, is the value of the filter. An item that does not say matches. Compared as text and without case:
 * platforms write ids as numbers, and enumerations in either case.
 */
export const matchesFilter = (found: unknown, value: string) =>
  found === undefined || [found].flat().some(each => textOf(each)?.toLowerCase() === value.toLowerCase())

export const filterIgnored = (path: string, name: string) =>
  new RewardsError('filter_ignored', `GET ${path} did not apply the filter ${name}`, { parameters: { name } })
