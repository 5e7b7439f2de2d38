import { asksForSecret } from '../base/asks-for-secret.js'
import { attempt } from '../base/attempt.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import { invalid } from '../error/error.js'
import { type Data, readData } from '../settings/options.js'
import type { Calls } from './calls.js'
import type { TrackOptions } from './track.js'

/** An entry of a `dataset` whose name may be misspelt, or that has no value. */
const ODD = /^rew(?!ards(Event|Data|Id),.)/s

/** The part of a runtime that the markup uses. */
interface MarkupTarget {
  track(name: string, data: Data, options: TrackOptions): Promise<unknown>
  report(code: 'unknown_key' | 'element_not_defined', message: string): unknown
}

/**
 * Tracks the elements with `data-rewards-event`, the name of the event: a form when it is submitted, with its fields, any other element when
 * it is clicked. `data-rewards-data`, a JSON object, takes precedence over the fields. `data-rewards-id` is the host's own id of the event.
 * Reports misspelt attributes when their element is used. Ends when `lifetime` aborts.
 */
export function watchMarkup(
  call: Calls['call'],
  rewards: MarkupTarget,
  lifetime: AbortSignal,
  loadDiagnostics: LoadDiagnostics,
): void {
  const trackMarked = call('data-rewards-event', async (marked: Element, submitter?: HTMLElement | null) => {
    const name = attribute(marked, 'data-rewards-event')!
    const id = attribute(marked, 'data-rewards-id')
    const json = attribute(marked, 'data-rewards-data') ?? ''
    const given = attempt(() => readData(JSON.parse(json || '{}')))
    if (!given) throw invalid((await loadDiagnostics()).describeWrongData(name, json))
    return rewards.track(name, { ...fieldsOf(marked, submitter), ...given }, id ? { id } : {})
  })
  // These listeners run after the page's own, also if those prevent the default action.
  for (const type of ['submit', 'click']) {
    const onEvent = (event: Event & Partial<SubmitEvent>) => {
      const path = event.composedPath()
      const marked = path.find(target => isMarked(target, type)) as Element | undefined
      if (marked) trackMarked(marked, event.submitter)
      if (path.some(isOdd))
        loadDiagnostics().then(
          ({ checkMarkup }) => checkMarkup(rewards, path),
          () => {},
        )
    }
    addEventListener(type, onEvent, { signal: lifetime })
  }
}

const isMarked = (target: EventTarget, type: string) =>
  target instanceof Element &&
  Boolean(attribute(target, 'data-rewards-event')) &&
  target instanceof HTMLFormElement === (type === 'submit')

const isOdd = (target: EventTarget) =>
  Object.entries((target as HTMLElement).dataset ?? {}).some(entry => ODD.test(`${entry}`))

/** The values of the fields of a form, and of the button that has submitted it. A name with several values has a list. */
function fieldsOf(marked: Element, submitter: HTMLElement | null | undefined) {
  const data: Data = {}
  if (!(marked instanceof HTMLFormElement)) return data
  const values = new FormData(marked, submitter)
  // A field that belongs to the form may be anywhere in the page.
  const fields = [...elementsOf(marked)]
  const secrets = fields.filter(isSecret).map(nameOf)
  // Only the names of fields: a custom element, or the page's own code, may add values under other names.
  for (const name of fields.map(nameOf)) {
    const given = values.getAll(name).filter(value => typeof value === 'string' && value)
    if (given[0] && !secrets.includes(name)) data[name] = given[1] ? given : given[0]
  }
  return data
}

const isSecret = (field: Element) =>
  asksForSecret(['type', 'autocomplete', 'name'].map(name => attribute(field, name)).join(' '))

const nameOf = (field: Element) => attribute(field, 'name') ?? ''

// A field hides the member of its form after which it is named, for example `dataset` or `elements`. These functions read the prototype.
const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name)

const elementsOf = (form: HTMLFormElement): Iterable<Element> =>
  Reflect.get(HTMLFormElement.prototype, 'elements', form)
