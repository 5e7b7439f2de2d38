import type { Domain } from '../../domain.js'

/** What marketers put behind a zone: JSON for a widget, HTML, JavaScript or plain text. */
export interface Creative {
  campaign_id: string
  content_type: string
  content: string
}

/** The newest published version of a zone (as campaigns: specification 3.5). */
export async function findCreative({ db, settings }: Domain, zoneName: string): Promise<Creative | undefined> {
  const [creative] = await db.query<Creative>(
    `select campaign_id, content_type, content from zones where zone_name = $1 and published_at <= $2
     order by version desc limit 1`,
    [zoneName, new Date(settings.now())],
  )
  return creative
}
