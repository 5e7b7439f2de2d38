import type { Conditions } from '../campaign/conditions.js'
import { labelOf } from './content-fields.js'
import { type ContentSchema, isObject, kindOf, widgetSchema } from './content-schema.js'
import { contentKindOf, type RawCreative, widgetVariant } from './creative-form.js'
import { describeAudience } from './describe-audience.js'

/** The creatives with the same conditions, apart from the language. */
interface SameAudience {
  audience: string
  creatives: RawCreative[]
}

/**
 * What a zone lacks in a language that one of its creatives is in: creatives for an audience, and texts that the creative for all languages has.
 */
export function missingTranslations(creatives: RawCreative[]): string[] {
  const languages = [...new Set(creatives.flatMap(languagesOf))]
  return groupByAudience(creatives).flatMap(group => languages.flatMap(language => missingIn(group, language)))
}

function missingIn({ audience, creatives }: SameAudience, language: string): string[] {
  const name = languageName(language)
  const translated = creatives.find(creative => languagesOf(creative).includes(language))
  if (!translated) return [`${audience}: there is no creative in ${name}.`]
  const original = creatives.find(creative => languagesOf(creative).length === 0)
  const [kind, ...others] = [original, translated].map(creative => creative && contentKindOf(creative))
  if (kind !== 'widget' || others.some(other => other !== kind)) return []
  const texts = missingTexts(widgetVariant, '', original?.content, translated.content)
  return texts.length ? [`${audience}: the creative in ${name} lacks ${texts.join(', ')}.`] : []
}

function groupByAudience(creatives: RawCreative[]): SameAudience[] {
  const groups = new Map<string, SameAudience>()
  for (const creative of creatives) {
    const { locale: _, ...conditions } = creative.when ?? {}
    const audience = describeAudience(conditions as Conditions)
    const group = groups.get(audience) ?? { audience, creatives: [] }
    groups.set(audience, { audience, creatives: [...group.creatives, creative] })
  }
  return [...groups.values()]
}

/** `fr` for `fr-CA`. */
const languagesOf = ({ when = {} }: RawCreative): string[] =>
  [when.locale ?? []].flat().map(locale => String(locale).split(/[-_]/)[0]!.toLowerCase())

const names = new Intl.DisplayNames('en', { type: 'language' })

function languageName(language: string): string {
  try {
    return names.of(language) ?? language
  } catch {
    return language
  }
}

/** The labels of the texts that only the original has. */
function missingTexts(schema: ContentSchema, label: string, original: unknown, translated: unknown): string[] {
  if (original === undefined) return []
  switch (kindOf(schema)) {
    case 'variant': {
      const chosen = isObject(original) ? widgetSchema(schema, original.widget) : undefined
      const isSame = isObject(original) && isObject(translated) && original.widget === translated.widget
      return chosen && isSame ? missingInGroup(chosen, original, translated) : []
    }
    case 'group':
      return isObject(original) ? missingInGroup(schema, original, isObject(translated) ? translated : {}) : []
    case 'list':
      return [original].flat().flatMap((row, index) => {
        const rows: unknown[] = Array.isArray(translated) ? translated : []
        return missingTexts(schema.items!, `${label} ${index + 1}`, row, rows[index])
      })
    case 'message':
      return translated === undefined ? [label] : []
    // Only texts for people have a longest length. URLs, dates and names of zones have none.
    case 'text':
      return schema.maxLength && translated === undefined ? [label] : []
    default:
      return []
  }
}

const missingInGroup = (
  { properties = {} }: ContentSchema,
  original: Record<string, unknown>,
  translated: Record<string, unknown>,
): string[] =>
  Object.entries(properties).flatMap(([key, property]) =>
    missingTexts(property, property.title ?? labelOf(key), original[key], translated[key]),
  )
