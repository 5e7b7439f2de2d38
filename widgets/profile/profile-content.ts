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

export interface Deletion {
  /** The name of the event that asks for it. Undefined: that of the SDK. */
  event: string | undefined
  /** What happens then, in the brand's own words. */
  text: string
}

export interface ProfileContent {
  headline: string
  fields: Field[]
  consents: Consent[]
  /** Whether the person can download what the program knows about them. */
  download: boolean
  /** Undefined: the person cannot ask for the deletion of it. */
  deletion: Deletion | undefined
  /** Whether the content has a list without anything to change. The default fields stand in for it. */
  isEmpty: boolean
}

const DEFAULT_FIELDS: Field[] = ['first_name', 'last_name', 'email']

/** Reads the content of the `profile` widget. */
export function readProfile(content: Record<string, unknown>): ProfileContent {
  const { headline, fields } = content
  const consents = readConsents(content.consents)
  const given = Array.isArray(fields) ? readFields(fields) : DEFAULT_FIELDS
  const isEmpty = !given.length && !consents.length
  return {
    headline: readText(headline),
    fields: isEmpty ? DEFAULT_FIELDS : given,
    consents,
    download: content.download === true,
    deletion: readDeletion(content.deletion),
    isEmpty,
  }
}

const readFields = (fields: unknown[]) =>
  [...new Set(readTexts(fields))].filter((name): name is Field => Object.hasOwn(AUTOCOMPLETE, name))

function readConsents(value: unknown): Consent[] {
  const consents = readList(value).map(readObject)
  return CONSENT_NAMES.flatMap(name => {
    const text = readText(consents.find(consent => consent.name === name)?.text)
    return text ? { name, text } : []
  })
}

/** `true`, or an object with what differs from the default. */
function readDeletion(value: unknown): Deletion | undefined {
  const { event, text } = readObject(value)
  return value === true || Object(value) === value
    ? { event: readText(event) || undefined, text: readText(text) }
    : undefined
}
