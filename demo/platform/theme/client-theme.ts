import type { Domain } from '../domain.js'
import { changeClient } from '../identity/client-settings.js'
import { hashOf } from '../store/id.js'
import { type ProgramTheme, readTheme, toJson } from './program-theme.js'

/** The theme of a client's program. Without one, the widgets' own values. Nothing but the previews of the console uses it: pages set their theme themselves. */
export async function clientTheme({ db, clientId }: Pick<Domain, 'db' | 'clientId'>): Promise<ProgramTheme> {
  const [client] = await db.query<{ theme: unknown }>('select theme from clients where client_id = $1', [clientId])
  return readTheme(client?.theme)
}

/** The theme of the client to which a campaign belongs. */
export async function campaignTheme({ db }: Pick<Domain, 'db'>, campaignId: string): Promise<ProgramTheme> {
  const [client] = await db.query<{ theme: unknown }>(
    'select theme from clients join programs using (client_id) where campaign_id = $1',
    [campaignId],
  )
  return readTheme(client?.theme)
}

/** Stands for the theme that a form shows. */
export const themeTag = (theme: ProgramTheme): string => hashOf(JSON.stringify(toJson(theme)))

/** Saves the theme of a form that was opened with that of `tag`. False: somebody has changed it meanwhile, and nothing is saved. */
export const saveTheme = (domain: Domain, tag: string, theme: ProgramTheme): Promise<boolean> =>
  changeClient(domain, async within => {
    const isUnchanged = themeTag(await clientTheme(within)) === tag
    if (isUnchanged) await storeTheme(within, theme)
    return isUnchanged
  })

/** Stores what differs from the widgets' own values. */
export async function storeTheme(
  { db, clientId }: Pick<Domain, 'db' | 'clientId'>,
  theme: ProgramTheme,
): Promise<void> {
  const stored = toJson(theme)
  const json = Object.keys(stored).length ? JSON.stringify(stored) : null
  await db.query('update clients set theme = $2::text::jsonb where client_id = $1', [clientId, json])
}
