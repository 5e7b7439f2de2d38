import { readList, readObject, readText, readTexts } from '../readers.js'

/** The fields that a consumer may change, with their `autocomplete` attributes. */
export const AUTOCOMPLETE = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  profile_picture_url: 'photo',
} as const

export type Field = keyof typeof AUTOCOMPLETE

const CONSENT_NAMES = ['cookie_consent', 'processing_consent'] as const

export interface Consent {
  name: (typeof CONSENT_NAMES)[number]
  /** What the consumer agrees to. */
  text: string
}

export interface ProfileContent {
  headline: string
  fields: Field[]
  consents: Consent[]
}

const DEFAULT_FIELDS = ['first_name', 'last_name', 'email']

/** Reads the content of the `profile` widget. */
export function readProfile(content: Record<string, unknown>): ProfileContent {
  const fields = Array.isArray(content.fields) ? readTexts(content.fields) : DEFAULT_FIELDS
  const consents = readList(content.consents).map(readObject)
  return {
    headline: readText(content.headline),
    fields: [...new Set(fields)].filter((name): name is Field => Object.hasOwn(AUTOCOMPLETE, name)),
    consents: CONSENT_NAMES.flatMap(name => {
      const text = readText(consents.find(consent => consent.name === name)?.text)
      return text ? { name, text } : []
    }),
  }
}
