import type { Calls } from './call.js'
import type { Data } from './options.js'
import type { TrackOptions } from './track.js'

/** What a form keeps to itself: passwords, also while they are shown, files, cards, and what the host has hidden. */
const SECRETS = '[type=password],[type=file],[type=hidden],[autocomplete*=cc- i],[autocomplete*=password i]'

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
      call((event: Event) => {
        const marked = event.composedPath().find(target => isMarked(target as HTMLElement, type)) as HTMLElement
        const { rewardsEvent: name, rewardsData = '{}', rewardsId: id } = marked?.dataset ?? {}
        return name && track(name, { ...fieldsOf(marked), ...JSON.parse(rewardsData) }, id ? { id } : {})
      }),
    )
}

const isMarked = (target: HTMLElement, type: string) =>
  target.dataset?.rewardsEvent && (target.localName === 'form') === (type === 'submit')

function fieldsOf(marked: HTMLElement) {
  const data: Data = {}
  if (marked.localName === 'form') {
    for (const [name, value] of new FormData(marked as HTMLFormElement)) if (value) data[name] = value
    // A field may stand anywhere in the page and belong to it.
    for (const { name, form } of (marked.getRootNode() as Document).querySelectorAll<HTMLInputElement>(SECRETS))
      if (form === marked) delete data[name]
  }
  return data
}
