import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { type CampaignPart, changedParts } from './campaign-content.js'
import { campaignHistory, liveIn, type VersionInHistory } from './campaign-history.js'
import { addVersion, lockCampaign } from './campaign-version.js'
import { readProgram } from './read-program.js'
import { readZoneSource } from './zone-source.js'

interface Publication {
  version: number
  /** The live version that the user has seen. Undefined: none. */
  replaced: number | undefined
}

interface Change extends Publication {
  campaignId: string
  editorId: string
}

/** A refusal has the rule that refuses, and the version that decided. */
export type PublishDecision =
  | { outcome: 'publish' | 'publish again' }
  | { outcome: 'none'; rule: 'newer' | 'live'; version: number }

/**
 * Whether a version can be made live. The live version is the newest published one (specification 3.5). So a draft that is newer than the live
 * version is published, and the content of an older version is published again, as a new version. `versions` are newest first.
 */
export function decidePublish(
  versions: Pick<VersionInHistory, 'version' | 'published_date'>[],
  { version, replaced }: Publication,
): PublishDecision {
  const live = liveIn(versions)?.version
  if (live === undefined) return { outcome: 'publish' }
  if (live !== replaced) return { outcome: 'none', rule: 'newer', version: live }
  if (live === version) return { outcome: 'none', rule: 'live', version }
  return { outcome: live > version ? 'publish again' : 'publish' }
}

/** The live version, or the version that somebody else made live in the meantime. */
type Result = { live: number; newer?: undefined } | { live?: undefined; newer: VersionInHistory }

/**
 * Makes the program and the zones of a version live (`decidePublish`). Throws `invalid_parameter` if the version is live already, or if its content
 * is no longer valid.
 */
export async function makeLive(domain: Domain, change: Change): Promise<Result> {
  return domain.db.transaction(async db => {
    const within: Domain = { ...domain, db }
    await lockCampaign(within, change.campaignId)
    const versions = await campaignHistory(within, change.campaignId)
    const decision = decidePublish(versions, change)
    if (decision.outcome === 'none') {
      if (decision.rule === 'newer') return { newer: liveIn(versions)! }
      throw new RestError('invalid_parameter', `Version ${change.version} is live already`)
    }
    const parts = await changedParts(within, change.campaignId, change.version)
    checkParts(parts, change.version)
    const isOlder = decision.outcome === 'publish again'
    return { live: isOlder ? await publishAgain(within, parts, change) : await publish(within, change) }
  })
}

/** The rules for sources can change with the platform, and an invalid program would stop all events. */
function checkParts(parts: CampaignPart[], version: number): void {
  for (const { zone, source } of parts) {
    const { errors } = zone === null ? readProgram(source) : readZoneSource(source)
    if (!errors) continue
    const name = zone === null ? 'program' : `zone ${zone}`
    throw new RestError('invalid_parameter', `The ${name} of version ${version} is not valid: ${errors[0].message}`)
  }
}

async function publish({ db, settings }: Domain, { campaignId, version }: Change): Promise<number> {
  await db.query('update campaign_versions set published_date = $3 where campaign_id = $1 and version = $2', [
    ...[campaignId, version],
    new Date(settings.now()),
  ])
  return version
}

function publishAgain(
  domain: Domain,
  parts: CampaignPart[],
  { campaignId, version, editorId }: Change,
): Promise<number> {
  const program = parts.find(({ zone }) => zone === null)?.source
  const zones = parts.flatMap(({ zone, source }) => (zone === null ? [] : [[zone, source] as const]))
  return addVersion(domain, {
    campaignId,
    zones: Object.fromEntries(zones),
    ...(program !== undefined && { program }),
    editorId,
    message: `The content of version ${version}`,
    parent: version,
    publish: true,
    at: new Date(domain.settings.now()),
  })
}
