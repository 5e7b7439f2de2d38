import type { Person } from '../identity/person.js'

/** What a leaderboard shows of a person. */
export interface ShownPerson {
  /** The first name and the initial of the last name: `Ada L.` Null: the person has no first name that may be shown. */
  name: string | null
  image_url: string | null
}

type Profile = Pick<
  Person,
  'person_id' | 'email' | 'partner_user_id' | 'first_name' | 'last_name' | 'profile_picture_url'
>

/** Shows neither the field of the last name, nor a first name that is an address or a number, nor a picture whose address names the person. */
export function showPerson({ first_name, last_name, profile_picture_url, ...secret }: Profile): ShownPerson {
  return {
    name: nameOf(first_name, last_name),
    image_url: isTelling(profile_picture_url, secret) ? null : profile_picture_url,
  }
}

/**
 * Email addresses, hosts, phone numbers and what cannot be seen are no names, in any script. `\u200c` and `\u200d` join letters of some scripts.
 */
const NO_NAME = /[@/\p{N}\u3164\u115f\u1160]|(?![\u200c\u200d])\p{C}|\p{L}\.\p{L}{2}|\p{M}{5}|^\P{L}*$/u

function nameOf(first: string | null, last: string | null): string | null {
  const name = first?.normalize('NFKC').trim()
  if (!name || NO_NAME.test(name)) return null
  const [initial = ''] = last?.normalize('NFC').trim() ?? ''
  return /\p{L}/u.test(initial) ? `${name} ${initial.toLocaleUpperCase()}.` : name
}

/** Whether a picture cannot be shown, or its address names the person. */
function isTelling(
  url: string | null,
  { person_id, email, partner_user_id }: Omit<Profile, 'first_name' | 'last_name' | 'profile_picture_url'>,
) {
  if (!url?.startsWith('https://')) return true
  const address = decoded(url)
  return [person_id, email, partner_user_id].some(id => id !== null && address.includes(id.toLowerCase()))
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url).toLowerCase()
  } catch {
    return url.toLowerCase()
  }
}
