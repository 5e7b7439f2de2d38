import type { Domain } from '../domain.js'
import { audiencesOf } from '../events/audience.js'
import { containerOf } from '../events/container.js'
import { recordZone, type Sender } from '../events/record-event.js'
import { RestError } from '../http/rest-error.js'
import { isBlocked } from '../identity/block.js'
import { type Level, levels } from '../identity/level.js'
import { lockPerson } from '../identity/person.js'
import { liveVersion, previewedVersion, type ZoneVersion } from './campaign-version.js'
import { meetsConditions, viewerFrom } from './conditions.js'
import { fillIn } from './fill-in.js'
import { readZoneSource } from './zone-source.js'

/** A request for a zone. */
export interface ZoneRequest {
  name: string
  data: Record<string, unknown>
  level: Level
  /** The sender of the request. Without a sender, no input event is recorded. */
  sender?: Sender
  /** The time of the request. Default: now. */
  time?: Date | undefined
}

export interface RenderedZone {
  campaign_id: string
  event_id: string | null
  content_type: string
  content: string
}

/**
 * Records the request and renders the zone: the first creative of the live version whose conditions the viewer meets.
 * Undefined if there is none. A preview is not recorded, nor the request of a person who is blocked for events. Runs in a transaction.
 */
export async function renderZone(domain: Domain, request: ZoneRequest): Promise<RenderedZone | undefined> {
  const { name, data, sender, time } = request
  const person = sender && (await lockPerson(domain, sender.personId))
  const { version, level, previewed } = await selectVersion(domain, request)
  const isRecorded = sender && person && !previewed && !isBlocked(person, 'EVENTS')
  const event_id = isRecorded ? await recordZone(domain, sender, person, { name, data, ...(time && { time }) }) : null
  if (!version) return undefined
  const audiences = person ? await audiencesOf(domain, person.person_id, containerOf(data)) : []
  const viewer = viewerFrom(data, {
    level,
    locale: person?.locale,
    audiences: previewed ? previewedAudiences(data) : audiences,
  })
  const creative = readZoneSource(version.source).value?.creatives.find(({ when }) => meetsConditions(when, viewer))
  if (!creative) return undefined
  const author = { level: request.level, deviceId: sender?.deviceId ?? null }
  const content = await fillIn(domain, creative, person?.person_id, data, author)
  return { campaign_id: version.campaign_id, event_id, content_type: creative.content_type, content }
}

export const INVALID_ZONE_NAME = 'A zone name must have 1 to 100 letters, digits, dashes or underscores'

/** Throws `invalid_zone_name`. */
export function checkZoneName(name: string): void {
  if (isZoneName(name)) return
  throw new RestError('invalid_zone_name', INVALID_ZONE_NAME, {
    parameters: { name },
  })
}

export const isZoneName = (name: string) => /^[\w-]{1,100}$/.test(name)

/** The live version, or the version of the preview key in `data`. A preview can also set the level and audience of the viewer. */
async function selectVersion(
  domain: Domain,
  { name, data, level }: ZoneRequest,
): Promise<{ version: ZoneVersion | undefined; level: Level; previewed?: boolean }> {
  const { preview_key, level: previewLevel } = data
  const previewed = typeof preview_key === 'string' ? await previewedVersion(domain, preview_key, name) : undefined
  if (!previewed) return { version: await liveVersion(domain, name), level }
  return { version: previewed, level: isLevel(previewLevel) ? previewLevel : level, previewed: true }
}

const previewedAudiences = ({ audience }: ZoneRequest['data']) => (typeof audience === 'string' ? [audience] : [])

const isLevel = (value: unknown): value is Level => levels.some(level => level === value)
