import { draftedZone, keepDraft, type ZoneDraft } from '../campaign/zone-draft.js'
import { readZoneSource } from '../campaign/zone-source.js'
import { type Language, languageOf, readLook } from '../zones/preview-look.js'
import type { ConsoleContext } from './console-context.js'
import type { RawCreative } from './creative-form.js'
import type { PreviewOnPage } from './zone-on-page.js'

type Read = (name: string) => string | undefined

/** How the preview shows a creative, or all without one, by the values in a query or form. Default: in the language of the creative. */
export const previewSettings = (read: Read, creative: RawCreative = {}): Pick<PreviewOnPage, 'look' | 'width'> => ({
  look: readLook(read, defaultLanguage(creative)),
  width: read('width') === 'phone' ? 'phone' : 'desktop',
})

/** The query that keeps the settings of the preview on the next page. Defaults are left out. */
export function settingsQuery(read: Read, creative: RawCreative = {}): Record<string, string | undefined> {
  const { look, width } = previewSettings(read, creative)
  return {
    language: look.language === defaultLanguage(creative) ? undefined : look.language,
    direction: look.isRightToLeft ? 'rtl' : undefined,
    scheme: look.scheme,
    width: width === 'phone' ? width : undefined,
  }
}

function defaultLanguage({ when = {} }: RawCreative): Language {
  const [locale] = [when.locale].flat()
  return (typeof locale === 'string' && languageOf(locale)) || 'en'
}

/** The JSON of a zone that has only this creative, for the preview. Conditions that are invalid are left out. Undefined: there is nothing to show. */
export function sourceOfDraft(creative: RawCreative): string | undefined {
  const { when: _, ...unconditional } = creative
  const sources = [creative, unconditional].map(each => JSON.stringify({ creatives: [each] }))
  return sources.find(source => readZoneSource(source).value)
}

/** Keeps a draft for the preview. Without a source that can be shown, the preview shows the former draft, if there is one. */
export async function previewDraft(
  c: ConsoleContext,
  { name, campaignId }: { name: string; campaignId: string | undefined },
  source: string | undefined,
): Promise<ZoneDraft | undefined> {
  const formerKey = c.var.fields['preview.key'] ?? ''
  if (campaignId === undefined) return undefined
  if (source === undefined || !readZoneSource(source).value) return draftedZone(c.env, formerKey, name)
  const draft = { campaign_id: campaignId, zone_name: name, source }
  const preview_key = await keepDraft(c.env, { ...draft, user_id: c.var.session.user_id }, formerKey)
  return { ...draft, preview_key }
}
