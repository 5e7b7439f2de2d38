import { viewerFrom } from '../campaign/conditions.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { findParticipant, type Participant } from '../events/participant.js'
import { recordZone, type Sender } from '../events/record-event.js'
import { isBlocked } from '../identity/block.js'
import { type Level, levels } from '../identity/level.js'
import type { Person } from '../identity/person.js'
import { decideZone } from './decide-zone.js'
import { liveZones, type ZoneInVersion, zoneIn } from './live-zone.js'
import { fillIn } from './placeholders.js'
import { previewedZone } from './previewed-zone.js'

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

/** What a request for a zone has found. */
export interface ZoneResult {
  /** Undefined: the zone has no creative for this viewer. */
  zone: RenderedZone | undefined
  /** The person of the request, if it names a sender. */
  person: Person | undefined
}

/**
 * Renders the zone (`decideZone`) and records the request. A preview is not recorded, nor the request of a person who is blocked for events.
 */
export async function renderZone(domain: Domain, request: ZoneRequest): Promise<ZoneResult> {
  const { name, data, sender, time } = request
  const person = sender && (await findParticipant(domain, sender.personId, containerOf(data)))
  const { previewed, ...selected } = await selectZone(domain, request)
  const rendered = await renderCreative(domain, request, person, { previewed, ...selected })
  const isRecorded = sender && person && !previewed && !isBlocked(person, 'EVENTS')
  const event_id = isRecorded ? await recordZone(domain, sender, person, { name, data, ...(time && { time }) }) : null
  return { zone: rendered && { ...rendered, event_id }, person }
}

interface SelectedZone {
  /** Of each campaign that has the zone. */
  zones: ZoneInVersion[]
  level: Level
  previewed: boolean
}

async function renderCreative(
  domain: Domain,
  { data, level: ownLevel, sender }: ZoneRequest,
  person: Participant | undefined,
  { zones, level, previewed }: SelectedZone,
): Promise<Omit<RenderedZone, 'event_id'> | undefined> {
  const audiences = previewed ? previewedAudiences(data) : (person?.audiences ?? [])
  const viewer = viewerFrom(data, { level, locale: person?.locale, audiences })
  const decision = decideZone(zones, viewer)
  if (decision.outcome === 'none') return undefined
  const { campaignId, creative } = decision
  const author = { level: ownLevel, deviceId: sender?.deviceId ?? null }
  const zone = { campaignId, personId: person?.person_id, data, isPreview: previewed }
  const content = await fillIn(domain, creative, zone, author)
  return { campaign_id: campaignId, content_type: creative.content_type, content }
}

/** The live zone, or that of the preview key in `data`. A preview can also set the level and audience of the viewer. */
async function selectZone(domain: Domain, { name, data, level }: ZoneRequest): Promise<SelectedZone> {
  const { preview_key, level: previewLevel } = data
  const zone = typeof preview_key === 'string' ? await previewedZone(domain, preview_key, name) : undefined
  if (!zone) return { zones: await liveZones(domain, name), level, previewed: false }
  return { zones: [zoneIn(zone)], level: isLevel(previewLevel) ? previewLevel : level, previewed: true }
}

const previewedAudiences = ({ audience }: ZoneRequest['data']) => (typeof audience === 'string' ? [audience] : [])

const isLevel = (value: unknown): value is Level => levels.some(level => level === value)
