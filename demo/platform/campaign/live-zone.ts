import type { Domain } from '../domain.js'
import { liveVersions, type ZoneVersion } from './campaign-version.js'
import { readZoneSource, type ZoneContent } from './zone-source.js'

/** The content of a zone in a version of the campaign. Undefined: its source is no longer valid. */
export interface ZoneInVersion {
  campaign_id: string
  content: ZoneContent | undefined
}

/** The live content of a zone. Undefined if there is none. */
export async function liveZone(domain: Domain, name: string): Promise<ZoneInVersion | undefined> {
  const { clientId, configuration } = domain
  // A request can name any zone, so all zones of the client are one part of the configuration.
  const zones = await configuration?.read({ name: `zones of ${clientId}`, load: () => loadLiveZones(domain) })
  return (zones ?? (await loadLiveZones(domain, name))).get(name)
}

async function loadLiveZones(domain: Domain, name?: string): Promise<Map<string, ZoneInVersion>> {
  const versions = await liveVersions(domain, name)
  return new Map(versions.map(version => [version.zone_name, zoneIn(version)]))
}

export const zoneIn = ({ campaign_id, source }: ZoneVersion): ZoneInVersion => ({
  campaign_id,
  content: readZoneSource(source).value,
})
