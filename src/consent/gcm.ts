import type { SetConsent } from '../settings/options.js'

/** `gtag('consent', 'update', {…})` as the data layer stores it: an `arguments` object. */
type Command = ArrayLike<unknown>

type Choice = 'granted' | 'denied'

/**
 * Google Consent Mode. `ad_storage` decides, because a referral program is advertising.
 * https://developers.google.com/tag-platform/security/guides/consent
 *
 * An `update` is the person's answer. A `default` applies before the person has answered, so a `default` that denies deletes nothing: most
 * pages send one on every load, before the person's earlier answer. A `default` that grants counts only if no other `default` denies: one
 * with a `region` may apply to this person, and a page does not know the region.
 */
export function follow(setConsent: SetConsent, lifetime: AbortSignal) {
  const page = globalThis as { dataLayer?: Command[] }
  // `window.dataLayer` may be an element of the page with that id.
  if (!Array.isArray(page.dataLayer)) page.dataLayer = []
  const layer = page.dataLayer
  const push = layer.push
  const choices = createChoices()
  let reported: Choice | 'unset' = 'unset'

  function read(commands: Command[]) {
    const consent = choices.read(commands)
    if (consent === reported) return
    reported = consent
    setConsent(consent)
  }

  const pushAndRead: typeof push = (...commands) => {
    const length = push.apply(layer, commands)
    if (!lifetime.aborted) read(commands)
    return length
  }
  layer.push = pushAndRead
  lifetime.addEventListener('abort', () => {
    // Another script may have wrapped the function since.
    if (layer.push === pushAndRead) layer.push = push
  })
  read(Array.from(layer))
}

/** Remembers the person's answer, and the defaults by region. */
function createChoices() {
  const defaults = new Map<string, Choice>()
  let answer: Choice | undefined

  return {
    /** Reads further commands. Returns the consent after them. */
    read(commands: Command[]): Choice | 'unset' {
      for (const command of commands) {
        const [name, kind, settings] = Array.from(Object(command))
        const { ad_storage, region = '' } = Object(settings)
        if (name !== 'consent' || !isChoice(ad_storage)) continue
        if (kind === 'update') answer = ad_storage
        if (kind === 'default') defaults.set(String(region), ad_storage)
      }
      const isGrantedByDefault = defaults.get('') === 'granted' && ![...defaults.values()].includes('denied')
      return answer ?? (isGrantedByDefault ? 'granted' : 'unset')
    },
  }
}

const isChoice = (value: unknown): value is Choice => value === 'granted' || value === 'denied'
