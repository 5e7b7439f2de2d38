import type { Domain } from '../domain.js'
import { recordZone, type Sender } from '../events/record-event.js'
import { RestError } from '../http/rest-error.js'
import { type Level, levels } from '../identity/level.js'
import { lockPerson } from '../identity/person.js'
import { isInAudience, viewerFrom } from './audience.js'
import { liveVersion, previewedVersion, type ZoneVersion } from './campaign-version.js'
import { fillIn } from './fill-in.js'
import { readZoneSource } from './zone-source.js'

/** A zone that somebody asks for. */
export interface ZoneRequest {
  name: string
  data: Record<string, unknown>
  level: Level
  /** Who asks; absent: nobody in particular. Then there is no input event either. */
  sender?: Sender
  /** When they asked. Default: now. */
  time?: Date | undefined
}

export interface RenderedZone {
  campaign_id: string
  event_id: string | null
  content_type: string
  content: string
}

/**
 * Records that the zone was asked for, and renders what stands behind it for the one who asks: the first creative of the
 * live version whose audience they belong to. Undefined: there is none. A preview is no visit: it is not recorded. Runs in
 * a transaction.
 */
export async function renderZone(domain: Domain, request: ZoneRequest): Promise<RenderedZone | undefined> {
  const { name, data, sender, time } = request
  const person = sender && (await lockPerson(domain, sender.personId))
  const { version, level, previewed } = await asked(domain, request)
  const visitor = previewed ? undefined : sender
  const event_id = visitor ? await recordZone(domain, visitor, { name, data, ...(time && { time }) }) : null
  if (!version) return undefined
  const viewer = viewerFrom(data, level, person?.locale)
  const creative = readZoneSource(version.source).zone?.creatives.find(({ when }) => isInAudience(when, viewer))
  if (!creative) return undefined
  const content = await fillIn(domain, creative, person?.person_id, data, request.level)
  return { campaign_id: version.campaign_id, event_id, content_type: creative.content_type, content }
}

/** Throws `invalid_zone_name`. */
export function checkZoneName(name: string): void {
  if (isZoneName(name)) return
  throw new RestError('invalid_zone_name', 'A zone name has letters, digits, dash and underscore', {
    parameters: { name },
  })
}

export const isZoneName = (name: string) => /^[\w-]{1,100}$/.test(name)

/** The live version, or the one whose preview key comes along: that also shows what people of another level see. */
async function asked(
  domain: Domain,
  { name, data, level }: ZoneRequest,
): Promise<{ version: ZoneVersion | undefined; level: Level; previewed?: boolean }> {
  const { preview_key, level: pretended } = data
  const previewed = typeof preview_key === 'string' ? await previewedVersion(domain, preview_key, name) : undefined
  if (!previewed) return { version: await liveVersion(domain, name), level }
  return { version: previewed, level: isLevel(pretended) ? pretended : level, previewed: true }
}

const isLevel = (value: unknown): value is Level => levels.some(level => level === value)
