import type { SetConsent } from '../options.js'

/** `gtag('consent', 'update', {…})` as it lies in the data layer: an `arguments` object. */
type Command = ArrayLike<unknown>

type Choice = 'granted' | 'denied'

/**
 * Google Consent Mode: `ad_storage`, for a referral program is advertising. https://developers.google.com/tag-platform/security/guides/consent
 *
 * An `update` is the person's answer. A `default` applies before the person has answered, so a `default` that denies deletes nothing: most
 * pages send one on every load, ahead of the answer that the person gave earlier. A `default` that grants counts only when no other
 * `default` denies: one with a `region` may apply to this person, and a page cannot know the region.
 */
export function follow(setConsent: SetConsent) {
  const page = globalThis as { dataLayer?: Command[] }
  // An element with this id is found by the same name.
  if (!Array.isArray(page.dataLayer)) page.dataLayer = []
  const layer = page.dataLayer
  const push = layer.push
  const defaults = new Map<string, Choice>()
  let answer: Choice | undefined
  let reported: string | undefined

  function read(commands: Command[]) {
    for (const command of commands) {
      const [name, kind, settings] = Array.from(Object(command))
      const { ad_storage, region = '' } = Object(settings)
      if (name !== 'consent' || !isChoice(ad_storage)) continue
      if (kind === 'update') answer = ad_storage
      if (kind === 'default') defaults.set(String(region), ad_storage)
    }
    const isGrantedByDefault = defaults.get('') === 'granted' && ![...defaults.values()].includes('denied')
    const state = answer ?? (isGrantedByDefault ? 'granted' : 'unset')
    // From `unset` on.
    if (state === (reported ?? 'unset')) return
    reported = state
    setConsent(state)
  }

  layer.push = (...commands) => {
    const length = push.apply(layer, commands)
    read(commands)
    return length
  }
  read(Array.from(layer))
}

const isChoice = (value: unknown): value is Choice => value === 'granted' || value === 'denied'
