import { createHash } from 'node:crypto'
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

/**
 * Shows neither a last name, nor a first name that is an address or a number, nor a picture whose address names the person. Many people write their
 * whole name into the field of the first name: of its words, only one is shown.
 */
export function showPerson({ first_name, last_name, profile_picture_url, ...ids }: Profile): ShownPerson {
  const [words, lastWords] = [wordsOf(first_name), wordsOf(last_name)]
  const shown = words.find(word => !lastWords.some(last => lettersOf(last) === lettersOf(word))) ?? words[0]
  const others = words.filter(word => word !== shown)
  const names = [last_name, ...lastWords, ...others]
  return {
    name:
      shown && !NO_NAME.test(first_name!.normalize('NFKC').trim())
        ? withInitial(shown, lastWords[0] ?? others.at(-1))
        : null,
    image_url: isTelling(profile_picture_url, Object.values(ids), names) ? null : profile_picture_url,
  }
}

const wordsOf = (name: string | null) => name?.normalize('NFKC').match(/\S*\p{L}\S*/gu) ?? []

/**
 * Email addresses, hosts, phone numbers, lists and what cannot be seen are no names, in any script. `\u200c` and `\u200d` join letters of some scripts.
 */
const NO_NAME = /[@/,;_\p{N}\u3164\u115f\u1160]|(?![\u200c\u200d])\p{C}|\p{L}\.\p{L}{2}|\p{M}{5}/u

const withInitial = (first: string, [initial = '']: string = '') =>
  /\p{L}/u.test(initial) ? `${first} ${initial.toLocaleUpperCase()}.` : first

/** Whether a picture cannot be shown, or its address names the person. */
function isTelling(url: string | null, ids: (string | null)[], names: (string | null)[]): boolean {
  if (!url || !URL.canParse(url)) return true
  const { protocol, username, password } = new URL(url)
  if (protocol !== 'https:' || username || password) return true
  const address = decoded(url)
  const [letters, words] = [lettersOf(address), address.split(/[^\p{L}\p{M}]+/u).map(lettersOf)]
  const has = (text: string) => text !== '' && letters.includes(text)
  const hasName = (name: string) => (SHORT_NAME.test(name) ? words.includes(name) : has(name))
  return ids.flatMap(withHashes).some(id => has(lettersOf(id))) || names.some(name => hasName(lettersOf(name)))
}

/** Services for pictures use the hash of an email address: whoever knows the address finds the person by it. */
const withHashes = (id: string | null) =>
  id === null ? [] : [id, ...['md5', 'sha256'].map(name => createHash(name).update(id.toLowerCase()).digest('hex'))]

/** A name that is part of many words. */
const SHORT_NAME = /^[a-z]{1,3}$/

/** The letters and digits of a text, so that it is the same with other accents, cases and signs. */
const lettersOf = (text: string | null) =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** An address without its percent signs, also those that are encoded several times. What cannot be decoded stays. */
function decoded(url: string): string {
  const next = url.replace(/(?:%[\da-f]{2})+/gi, run => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
  return next === url ? url : decoded(next)
}
