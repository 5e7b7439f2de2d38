import { previewedVersion } from '../campaign/campaign-version.js'
import { draftedZone } from '../campaign/zone-draft.js'
import type { Domain } from '../domain.js'

/** A zone as a preview shows it: in a version of the campaign, or in a draft that nobody has saved. */
export interface PreviewedZone {
  campaign_id: string
  zone_name: string
  source: string
  /** Undefined: a draft that nobody has saved. */
  version?: number
}

/** Finds a zone by its name and a preview key. */
export const previewedZone = async (
  domain: Pick<Domain, 'db'>,
  key: string,
  zone: string,
): Promise<PreviewedZone | undefined> =>
  (await previewedVersion(domain, key, zone)) ?? (await draftedZone(domain, key, zone))
