import type { Rewards, Zone } from '../../src/api.js'
import type { ViewProps } from '../view.js'

/** What is remembered of a panel: the consumer has dismissed its launcher, or has opened the panel. */
export interface PanelRecord {
  isDismissed: boolean
  /** When the newest reward was earned that the badge no longer counts, in milliseconds. */
  seen: number
  /** The tab that was open last. '' after a while, and if none was. */
  tab: string
}

/** How `cta` stores what the person has dismissed. */
export type Storage = Pick<typeof import('../cta/cta-view.js'), 'readDismissal' | 'storeDismissal'>

/** A visit ends after half an hour without use, as in web analytics. */
const VISIT_MS = 1_800_000

const DISMISSED = 'gone'

/** What this page remembers of each person: the consumer may not allow storage. */
const kept = new Map<string, string>()

/** The launchers that were dismissed in this page. They also stay away when the consumer logs in. */
const dismissed = new Set<string>()

const campaignKey = ({ name, campaign_id }: Zone) => `${name} ${campaign_id}`

/** An overlay of the same zone has a record of its own. */
const ofPanel = (zone: Zone): Zone => ({ ...zone, name: `panel ${zone.name}` })

const personKey = ({ consumer }: Rewards, { name }: Zone) => `${name} ${consumer.identity_id}`

export function readRecord({ readDismissal }: Storage, { rewards, zone }: ViewProps): PanelRecord {
  const record = readDismissal(rewards.storage, ofPanel(zone)) ?? kept.get(personKey(rewards, zone)) ?? ''
  const [seen, usedAt, ...tab] = record.split(' ')
  return {
    isDismissed: record === DISMISSED || dismissed.has(campaignKey(zone)),
    seen: Number(seen) || 0,
    tab: Date.now() - Number(usedAt) < VISIT_MS ? tab.join(' ') : '',
  }
}

export function storeRecord({ storeDismissal }: Storage, { rewards, zone }: ViewProps, given: PanelRecord): void {
  const { isDismissed, seen, tab } = given
  const record = isDismissed ? DISMISSED : `${seen} ${Date.now()} ${tab}`
  if (isDismissed) dismissed.add(campaignKey(zone))
  else kept.set(personKey(rewards, zone), record)
  storeDismissal(rewards.storage, ofPanel(zone), record)
}
