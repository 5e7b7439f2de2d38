import { list, object, text, texts } from '../readers.js'

/** What a consumer may change, with what browsers fill in. */
export const AUTOCOMPLETE = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  profile_picture_url: 'photo',
} as const

export type Field = keyof typeof AUTOCOMPLETE

const CONSENTS = ['cookie_consent', 'processing_consent'] as const

export interface Consent {
  name: (typeof CONSENTS)[number]
  /** What is agreed to. */
  text: string
}

export interface ProfileContent {
  headline: string
  fields: Field[]
  consents: Consent[]
}

/** Reads what a zone says for the profile widget. Every key may be missing. */
export function readProfile(content: Record<string, unknown>): ProfileContent {
  const asked = content.fields === undefined ? DEFAULT_FIELDS : texts(content.fields)
  return {
    headline: text(content.headline),
    fields: [...new Set(asked)].filter((name): name is Field => Object.hasOwn(AUTOCOMPLETE, name)),
    consents: CONSENTS.flatMap(name => {
      const said = list(content.consents).map(object)
      const words = text(said.find(each => each.name === name)?.text)
      return words ? { name, text: words } : []
    }),
  }
}

const DEFAULT_FIELDS = ['first_name', 'last_name', 'email']
