import { isNear } from '../base/is-near.js'
import { describeNoObject } from './describe-no-object.js'
import { describeUnknownKey } from './describe-unknown-key.js'

/** The attributes that `page/markup.ts` reads. */
const EVENT = 'data-rewards-event'
const DETAILS = ['data-rewards-data', 'data-rewards-id']

/** The part of a runtime that reports a problem. */
interface Reporter {
  report(code: 'unknown_key' | 'element_not_defined' | 'invalid_argument', message: string): unknown
}

/**
 * Reports misspelt attributes, and events without a name, of the elements that an event has passed. An attribute close to `data-rewards-data` or `data-rewards-id` counts only
 * beside `data-rewards-event`: elsewhere, it belongs to the page.
 */
export function checkMarkup(rewards: Reporter, path: EventTarget[]): void {
  for (const target of path) {
    if (!(target instanceof Element)) continue
    // A field of a form can have the name of a method.
    const names = Element.prototype.getAttributeNames.call(target)
    if (Element.prototype.getAttribute.call(target, EVENT) === '')
      rewards.report('invalid_argument', `A <${tagOf(target)}> has ${EVENT} without the name of an event`)
    const known = [EVENT, ...(names.includes(EVENT) ? DETAILS : [])]
    const misspelt = names.filter(name => !known.includes(name) && known.some(each => isNear(name, each, 2)))
    for (const name of misspelt)
      rewards.report('unknown_key', describeUnknownKey(`A <${tagOf(target)}>`, name, [EVENT, ...DETAILS]))
  }
}

/** The message about `data-rewards-data` that is no JSON object. It does not quote the text, which may contain personal data. */
export const describeWrongData = (event: string, json: string): string =>
  `data-rewards-data of the event "${event}" must be a JSON object; ${describeNoObject(json)}`

/** Reports an element of the page with a misspelt name. */
export const reportElement = (rewards: Reporter, name: string): unknown =>
  rewards.report('element_not_defined', `<${name}> is no element of the SDK; did you mean <rewards-zone>?`)

/** Reports an element of a page whose app has not imported the widgets, or has misspelt its name. */
export const reportNoCode = (rewards: Reporter, name: string): unknown =>
  rewards.report(
    'element_not_defined',
    `A <${name}> has no code: write <rewards-zone>, and import 'rewards-web-sdk/widgets'`,
  )

const tagOf = ({ nodeName }: Node) => nodeName.toLowerCase()
