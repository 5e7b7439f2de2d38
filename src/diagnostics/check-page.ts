import { attempt } from '../base/attempt.js'
import { describeGiven } from '../error/error.js'

/** What all scripts of the page see under this name: a `const` or a `let` of a script, or `window.rewards`. */
declare const rewards: unknown

/** The part of a runtime that reports a problem. */
interface Reporter extends EventTarget {
  report(code: 'invalid_argument' | 'element_not_defined', message: string): unknown
}

/** Reports a variable of the page that the script has replaced. A runtime that was destroyed may be there, too. */
export function reportReplaced(runtime: Reporter, replaced: unknown): void {
  if ('destroy' in Object(replaced)) return
  const given = describeGiven(replaced)
  runtime.report(
    'invalid_argument',
    `The script has replaced window.rewards of the page (${given}). Rename that variable`,
  )
}

/** Reports what keeps the page from reaching the runtime, and the runtime from reaching a zone. For `data-debug`, because each page would need this code. */
export function checkPage(runtime: Reporter): void {
  if (attempt(() => rewards) !== runtime)
    runtime.report(
      'invalid_argument',
      'A const or let of the page hides window.rewards, so its calls are lost. Write window.rewards',
    )
  const timer = setTimeout(() => reportShadowZone(runtime), PATIENCE_MS)
  runtime.addEventListener('destroy', () => clearTimeout(timer))
}

/** After this time, a page has drawn its parts. */
const PATIENCE_MS = 5_000

/** Reports a zone in a shadow root of a page that has no other zone: the script loads the code of the element for zones of the document only. */
function reportShadowZone(runtime: Reporter) {
  if (customElements.get('rewards-zone')) return
  const hosts = [...document.querySelectorAll('*')]
  const zone = hosts.map(({ shadowRoot }) => shadowRoot?.querySelector('rewards-zone')).find(Boolean)
  if (zone)
    runtime.report(
      'element_not_defined',
      `<rewards-zone name="${zone.getAttribute('name')}"> is in a shadow root, where the script does not find it. Call mount()`,
    )
}
