import type * as z from 'zod/mini'
import { describeGiven, invalid, RewardsError, readArguments } from '../http/error.js'
import { callList } from './call.js'
import type { Connection } from './connection.js'

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
  const query = checked(given, Object.keys(filters))
  let items = await callList(at, schema, 'GET', withQuery(path, query))
  for (const [name, value] of query) {
    const fitting = items.filter(item => fits(filters[name as Name](item), value))
    if (fitting.length < items.length) at.reportError(ignored(path, name))
    items = fitting
  }
  return items
}

/** The filters to send. Throws `unknown_filter`, or `invalid_argument` for a value that is not a string. */
export const checked = (given: object, names: string[]): [name: string, value: string][] =>
  readArguments('The filters cannot be read', () => {
    if (Object(given) !== given || Array.isArray(given))
      throw invalid(`The filters must be an object with ${names.join(', ')}; got ${describeGiven(given)}`)
    return Object.entries(given).filter(([name, value]) => {
      if (!names.includes(name))
        throw new RewardsError('unknown_filter', `Unknown filter ${name}; the filters are ${names.join(', ')}`)
      if (value !== undefined && typeof value !== 'string')
        throw invalid(`The filter ${name} must be a string; got ${describeGiven(value)}`)
      return value !== undefined
    })
  })

export const withQuery = (path: string, query: [name: string, value: string][]) =>
  query.length ? `${path}?${new URLSearchParams(query)}` : path

/** Whether what a record says about a filter, or one of several things, is what was asked for; it may say nothing. */
export const fits = (said: unknown, value: string) =>
  said === undefined || (Array.isArray(said) ? said.includes(value) : said === value)

export const ignored = (path: string, name: string) =>
  new RewardsError('filter_ignored', `GET ${path} did not apply the filter ${name}`, { parameters: { name } })
