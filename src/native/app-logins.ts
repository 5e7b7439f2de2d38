import { readRecord, writeRecord } from '../base/local-storage.js'
import { randomId } from '../base/random-id.js'

/** The logins of the persons whom the native app names. A login is a random id, which marks the events of the person. */
export interface AppLogins {
  /** The id of the person's login: where storage is allowed, the same on each page until the person logs out. Undefined for nobody. */
  idOf(person: string | undefined): string | undefined
  /** The person has logged out. When they return, they get another login. */
  end(person: string | undefined): void
}

/** `name` is `rewards:<program domain>`. `eraseEvents` erases the records, also at a logout. */
export function createAppLogins(name: string, canStore: () => boolean): AppLogins {
  const ids = new Map<string, string>()
  return {
    idOf(person) {
      if (!person) return undefined
      const key = `${name}:login|${person}`
      const found = ids.get(person) ?? (canStore() && readRecord(key))
      const id = typeof found === 'string' && found ? found : randomId()
      ids.set(person, id)
      if (canStore() && readRecord(key) !== id) writeRecord(key, id)
      return id
    },
    end: person => void ids.delete(person ?? ''),
  }
}
