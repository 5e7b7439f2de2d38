import type { SetConsent } from '../options.js'

/** `gtag('consent', 'update', {…})` as it lies in the data layer: an `arguments` object. */
type Command = ArrayLike<unknown>

/** Google Consent Mode: `ad_storage`, for a referral program is advertising. https://developers.google.com/tag-platform/security/guides/consent */
export function follow(setConsent: SetConsent) {
  const page = globalThis as { dataLayer?: Command[] }
  page.dataLayer ??= []
  const layer = page.dataLayer
  const push = layer.push
  const read = (command: Command) => {
    const choice = Object(command)[0] === 'consent' && Object(command[2]).ad_storage
    if (choice === 'granted' || choice === 'denied') setConsent(choice)
  }
  layer.push = (...commands) => {
    const length = push.apply(layer, commands)
    commands.forEach(read)
    return length
  }
  Array.from(layer).forEach(read)
}
