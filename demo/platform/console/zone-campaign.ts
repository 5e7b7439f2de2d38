import { campaignIds } from '../campaign/campaign-history.js'
import { RestError } from '../http/rest-error.js'
import type { ConsoleContext } from './console-context.js'

/** The campaign to which the zone of a page belongs. */
export interface ZoneCampaign {
  /** Undefined: the client has no campaign. */
  campaignId: string | undefined
  /** The campaign in the query of links to the zone. Undefined: the first campaign of the client, which needs no query. */
  campaign: string | undefined
}

/** The campaign in the query `campaign`, else the first one of the client. Throws `not_found` for a campaign of another client. */
export async function zoneCampaign(c: ConsoleContext): Promise<ZoneCampaign> {
  const [first, ...others] = await campaignIds(c.env)
  const campaign = c.req.query('campaign')
  if (campaign === undefined || campaign === first) return { campaignId: first, campaign: undefined }
  if (others.includes(campaign)) return { campaignId: campaign, campaign }
  throw new RestError('not_found', `${c.var.session.client_name} has no such campaign`)
}

type Query = Record<string, string | undefined>

/** The path of the page of a zone. Parameters that are undefined are left out. */
export const zonePath = (name: string, query: Query = {}) => `/console/zones/${name}${search(query)}`

/** The path of the page with what people have sent by the forms of a zone. */
export const answersPath = (name: string, query: Query = {}) => `/console/zones/${name}/answers${search(query)}`

/** The path to which the form of a creative is sent. */
export const creativePath = (name: string, place: number | 'new', query: Query = {}) =>
  `/console/zones/${name}/creatives/${place}${search(query)}`

function search(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length ? `?${new URLSearchParams(given)}` : ''
}
