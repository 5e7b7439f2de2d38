import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { managesClient } from '../identity/account-client.js'

type Store = Pick<Domain, 'db' | 'clientId'>

/**
 * The client of a campaign that the caller can read: their own client, or another one for which they can create a token, of their account or
 * of an account that theirs manages (specification 8, cross-account). Throws `invalid_campaign_id`.
 */
export async function readableClient(domain: Store, campaignId: string): Promise<string> {
  const owner = await ownerOf(domain, campaignId)
  if (owner !== undefined && (await managesClient(domain, owner, domain.clientId))) return owner
  throw invalidCampaign(campaignId, 'The account of the token has no campaign with this id')
}

/** Checks that a campaign belongs to the client of the token, so that the caller can change it. Throws `invalid_campaign_id`. */
export async function checkOwnCampaign(domain: Store, campaignId: string): Promise<void> {
  if ((await readableClient(domain, campaignId)) === domain.clientId) return
  throw invalidCampaign(campaignId, 'The campaign belongs to another client. Create a token with its client_id')
}

/** Checks that a campaign belongs to the client of a consumer, who learns nothing of other campaigns. Throws `invalid_campaign_id`. */
export async function checkCampaignOfConsumer(domain: Store, campaignId: string): Promise<void> {
  if ((await ownerOf(domain, campaignId)) === domain.clientId) return
  throw invalidCampaign(campaignId, 'The program has no campaign with this id')
}

async function ownerOf({ db }: Store, campaignId: string): Promise<string | undefined> {
  const [campaign] = await db.query<{ client_id: string }>('select client_id from programs where campaign_id = $1', [
    campaignId,
  ])
  return campaign?.client_id
}

/** The error of a change that needs a campaign. */
export const noCampaign = (client_id: string) =>
  new RestError('invalid_campaign_id', 'The client has no campaign', { parameters: { client_id } })

const invalidCampaign = (campaign_id: string, message: string) =>
  new RestError('invalid_campaign_id', message, { parameters: { campaign_id } })
