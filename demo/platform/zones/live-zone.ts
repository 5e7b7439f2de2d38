import { liveVersions, type ZoneVersion } from '../campaign/campaign-version.js'
import { readZoneSource, type ZoneContent } from '../campaign/zone-source.js'
import type { Domain } from '../domain.js'

/** The content of a zone in a version of the campaign. Undefined: its source is no longer valid. */
export interface ZoneInVersion {
  campaign_id: string
  content: ZoneContent | undefined
}

/** The live contents of a zone: of each campaign that has it, the one that was published last first. */
export async function liveZones(domain: Domain, name: string): Promise<ZoneInVersion[]> {
  const { clientId, configuration } = domain
  // A request can name any zone, so all zones of the client are one part of the configuration.
  const zones = await configuration?.read({ name: `zones of ${clientId}`, load: () => loadLiveZones(domain) })
  return (zones ?? (await loadLiveZones(domain, name))).get(name) ?? []
}

async function loadLiveZones(domain: Domain, name?: string): Promise<Map<string, ZoneInVersion[]>> {
  const zones = new Map<string, ZoneInVersion[]>()
  for (const version of await liveVersions(domain, name))
    zones.set(version.zone_name, [...(zones.get(version.zone_name) ?? []), zoneIn(version)])
  return zones
}

export const zoneIn = ({ campaign_id, source }: Pick<ZoneVersion, 'campaign_id' | 'source'>): ZoneInVersion => ({
  campaign_id,
  content: readZoneSource(source).value,
})
