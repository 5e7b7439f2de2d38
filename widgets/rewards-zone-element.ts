import type { Data, Rewards } from '../src/api.js'
import { parseObject } from '../src/parse-object.js'
import { attempt, toJson, toText, UNREADABLE } from './page-values.js'
import type { Messages } from './messages/messages.js'
import type { Theme } from './theme/theme.js'
import { zoneLife } from './zone-lifecycle.js'

/** On a server the class exists, so that importing it is harmless, but nothing can be made of it. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/**
 * `<rewards-zone name="…">`: a zone's content in the page. It lives as `<img>` does: a changed attribute loads anew, a
 * move in the document keeps everything, removal ends a load under way without a word. Dispatches `loadstart`, then
 * `load` or `error`, and, bubbling for the page to hear anywhere above, `rewards:viewed` and `rewards:action`.
 */
export class RewardsZoneElement extends Base {
  static readonly observedAttributes = ['name', 'data', 'widget', 'loading', 'theme', 'messages']

  readonly #changed = zoneLife(this)
  #data: string | undefined
  #theme: string | undefined
  #messages: string | undefined
  #rewards: Rewards | undefined

  constructor() {
    super()
    // Set before the definition, a property lies on the element itself and hides the accessor.
    const own = this as Record<string, unknown>
    for (const name of [...RewardsZoneElement.observedAttributes, 'rewards'])
      if (Object.hasOwn(own, name)) {
        // A getter of the page may throw, and an exception in here would leave the element dead.
        const read = attempt(() => ({ value: own[name] }))
        delete own[name]
        own[name] = read ? read.value : UNREADABLE
      }
  }

  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(value: string | null | undefined) {
    this.#reflect('name', value)
  }

  /** Overrules the widget that the content names. */
  get widget(): string {
    return this.getAttribute('widget') ?? ''
  }
  set widget(value: string | null | undefined) {
    this.#reflect('widget', value)
  }

  /** `lazy` waits until the element is in the viewport, or nearly. */
  get loading(): 'eager' | 'lazy' {
    return this.getAttribute('loading') === 'lazy' ? 'lazy' : 'eager'
  }
  set loading(value: 'eager' | 'lazy' | null | undefined) {
    this.#reflect('loading', value)
  }

  /** Goes to the zone's targeting. Also taken as JSON; null when that is not the JSON of an object. */
  get data(): Data | null {
    return parseObject(this.#data)
  }
  set data(value: Data | string | null | undefined) {
    this.#data = toJson(value)
    this.#changed()
  }

  get theme(): Theme | null {
    return parseObject<Theme>(this.#theme)
  }
  set theme(value: Theme | string | null | undefined) {
    this.#theme = toJson(value)
    this.#changed()
  }

  /** Words in the place of ours, by their keys. */
  get messages(): Partial<Messages> | null {
    return parseObject<Partial<Messages>>(this.#messages)
  }
  set messages(value: Partial<Messages> | string | null | undefined) {
    this.#messages = toJson(value)
    this.#changed()
  }

  /** The runtime to ask, where it is not to be the page's. */
  get rewards(): Rewards | undefined {
    return this.#rewards
  }
  set rewards(value: Rewards | null | undefined) {
    this.#rewards = value ?? undefined
    this.#changed()
  }

  connectedCallback() {
    this.#changed()
  }

  disconnectedCallback() {
    this.#changed()
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null) {
    if (name === 'data' || name === 'theme' || name === 'messages') this[name] = value
    this.#changed()
  }

  #reflect(name: string, value: unknown) {
    if (value == null) this.removeAttribute(name)
    else this.setAttribute(name, toText(value))
  }
}
