import type { Calls } from './calls.js'
import { readArguments } from './http/error.js'
import { type Data, readData } from './options.js'
import type { TrackOptions } from './track.js'

/**
 * What a form keeps to itself: passwords, also while they are shown, one-time codes, passkeys, cards, files, and what the host has
 * hidden. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-field
 */
const SECRETS = [
  ...['password', 'file', 'hidden'].map(type => `[type=${type}]`),
  ...['password', 'one-time-code', 'webauthn', 'cc-'].map(token => `[autocomplete*=${token} i]`),
  // Without that attribute, and while it is shown, only its name says what it is.
  ...['passw', 'pwd', 'cvc', 'cvv', 'cardn', 'card-n', 'card_n'].map(part => `[name*=${part} i]`),
].join()

/**
 * Tracks what the host has marked with `data-rewards-event`, the event's name: a form when it is submitted, with its fields; anything else
 * when it is clicked. `data-rewards-data`, a JSON object, wins over the fields; `data-rewards-id` is the host's own id of what happened.
 */
export function watchMarkup(
  call: Calls['call'],
  track: (name: string, data: Data, options: TrackOptions) => Promise<unknown>,
): void {
  // After the page's own listeners, and also where these keep the browser from leaving.
  for (const type of ['submit', 'click'])
    addEventListener(
      type,
      call('data-rewards-event', (event: Event) => {
        const marked = event.composedPath().find(target => isMarked(target, type)) as Element | undefined
        const name = marked && attribute(marked, 'data-rewards-event')
        if (!name) return undefined
        const id = attribute(marked, 'data-rewards-id')
        const given = readArguments('data-rewards-data', () =>
          readData(JSON.parse(attribute(marked, 'data-rewards-data') || '{}')),
        )
        return track(name, { ...fieldsOf(marked), ...given }, id ? { id } : {})
      }),
    )
}

const isMarked = (target: EventTarget, type: string) =>
  target instanceof Element &&
  Boolean(attribute(target, 'data-rewards-event')) &&
  target instanceof HTMLFormElement === (type === 'submit')

function fieldsOf(marked: Element) {
  const data: Data = {}
  if (!(marked instanceof HTMLFormElement)) return data
  const values = new FormData(marked)
  // A field may stand anywhere in the page and belong to the form.
  const fields = [...elementsOf(marked)]
  const secrets = fields.filter(isSecret).map(nameOf)
  // By the fields' names: a custom element may submit more, under any name, and the page's own code may add to what is sent.
  for (const name of fields.map(nameOf))
    for (const value of values.getAll(name))
      if (value && typeof value === 'string' && !secrets.includes(name)) data[name] = value
  return data
}

const isSecret = (field: Element) => Element.prototype.matches.call(field, SECRETS)

const nameOf = (field: Element) => attribute(field, 'name') ?? ''

// A field of a form hides the form's own member that it is named after, `dataset` or `elements` for instance: these read the prototype.
const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name)

const elementsOf = (form: HTMLFormElement): Iterable<Element> =>
  Reflect.get(HTMLFormElement.prototype, 'elements', form)
