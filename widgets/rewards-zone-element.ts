import type { Data, Rewards, Theme, WidgetName } from '../src/api.js'
import { attempt } from '../src/base/attempt.js'
import { parseObject } from '../src/base/parse-object.js'
import type { GivenMessages } from './messages/messages.js'
import { toJson, toText, UNREADABLE } from './page-values.js'
import type { ZoneEventTarget } from './zone-event-map.js'
import { ZoneLifecycle } from './zone-lifecycle.js'

/** A server has no `HTMLElement`. There, the class can be imported, but no element can be created. */
const Base: new () => ZoneEventTarget = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/**
 * `<rewards-zone name="…">` shows the content of a zone. It behaves like `<img>`: it loads again when an attribute changes, keeps its content
 * when it is moved in the document, and stops loading silently when it is removed. Dispatches `loadstart`, then `load` or `error`. Also
 * dispatches `rewards:viewed` and `rewards:action`, which bubble, and the same as `rewards-viewed` and `rewards-action`.
 *
 * @tag rewards-zone
 * @attr {string} demo - Shows the demo of this widget, without a program and without a request. Leave out `name`.
 * @attr {boolean} defer-hydration - Set by a framework that renders on a server. The zone loads once the framework has removed it.
 * @fires {Event} loadstart - The zone loads.
 * @fires {Event} load - The zone has loaded. It shows its content, or nothing if it has none.
 * @fires {CustomEvent<RewardsError>} error - The zone could not be loaded or drawn.
 * @fires {CustomEvent<{ zone: string }>} rewards-viewed - The visitor has seen the content.
 * @fires {CustomEvent<Action & { zone: string }>} rewards-action - The visitor has used the widget.
 * @slot - Shown if the content belongs to the page. In a `cta`, a button or a link that opens its dialog.
 * @cssproperty --rewards-accent - The color of the main button.
 * @cssproperty --rewards-accent-text - The color of text on the accent.
 * @cssproperty --rewards-text - The color of text.
 * @cssproperty --rewards-surface - The background.
 * @cssproperty --rewards-soft - The background of fields and secondary buttons.
 * @cssproperty --rewards-line - The color of borders.
 * @cssproperty --rewards-radius - The radius of a button. A card's is larger.
 * @cssproperty --rewards-font - The font. Default: the font of the page.
 * @cssproperty --rewards-overlay-offset - How far overlays stay above the lower edge of the window.
 * @cssproperty --rewards-min-height - The height to reserve until the zone has loaded.
 */
export class RewardsZoneElement extends Base {
  static readonly observedAttributes = ['name', 'data', 'widget', 'loading', 'theme', 'messages', 'defer-hydration']

  readonly #lifecycle = new ZoneLifecycle(this)
  /** The settings that are objects, as JSON. */
  readonly #json: { [setting: string]: string | undefined } = {}
  #rewards: Rewards | undefined

  constructor() {
    super()
    // A property that was set before the element was defined is an own property. It hides the accessor of the class.
    const own = this as Record<string, unknown>
    for (const name of [...RewardsZoneElement.observedAttributes, 'rewards'])
      if (Object.hasOwn(own, name)) {
        // A getter of the page may throw. An exception in the constructor would make the element unusable.
        const property = attempt(() => ({ value: own[name] }))
        delete own[name]
        own[name] = property ? property.value : UNREADABLE
      }
  }

  /** The name of the zone in the program. */
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(value: string | null | undefined) {
    this.#reflect('name', value)
  }

  /** The widget to use, whatever the content says. */
  get widget(): string {
    return this.getAttribute('widget') ?? ''
  }
  set widget(value: WidgetName | '' | null | undefined) {
    this.#reflect('widget', value)
  }

  /** `lazy` waits until the element is in the viewport or close to it. */
  get loading(): 'eager' | 'lazy' {
    return this.getAttribute('loading') === 'lazy' ? 'lazy' : 'eager'
  }
  set loading(value: 'eager' | 'lazy' | null | undefined) {
    this.#reflect('loading', value)
  }

  /** Sent for targeting: an object, or its JSON. null if the page has set something else. */
  get data(): Data | null {
    return parseObject(this.#json.data)
  }
  set data(value: object | string | null | undefined) {
    this.#setJson('data', value)
  }

  /** The look of the widget: an object, or its JSON. */
  get theme(): Theme | null {
    return parseObject<Theme>(this.#json.theme)
  }
  set theme(value: Theme | string | null | undefined) {
    this.#setJson('theme', value)
  }

  /** Texts that replace the widgets' own, by key, or by language and key: an object, or its JSON. */
  get messages(): GivenMessages | null {
    return parseObject<GivenMessages>(this.#json.messages)
  }
  set messages(value: GivenMessages | string | null | undefined) {
    this.#setJson('messages', value)
  }

  /** Used instead of the page's runtime. */
  get rewards(): Rewards | undefined {
    return this.#rewards
  }
  set rewards(value: Rewards | null | undefined) {
    this.#rewards = value ?? undefined
    this.#lifecycle.update()
  }

  connectedCallback() {
    this.#lifecycle.update()
  }

  disconnectedCallback() {
    this.#lifecycle.update()
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null) {
    this.#setJson(name, value)
  }

  #setJson(setting: string, value: unknown) {
    this.#json[setting] = toJson(value)
    this.#lifecycle.update()
  }

  #reflect(name: string, value: unknown) {
    if (value == null) this.removeAttribute(name)
    else this.setAttribute(name, toText(value))
  }
}
