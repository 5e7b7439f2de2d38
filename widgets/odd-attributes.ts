import type { ZoneHost } from './view.js'

/** An element with the setting `loading`. */
export interface LoadingHost extends ZoneHost {
  readonly loading: string
}

/** The attributes of a framework have other characters than letters. */
const NO_SETTING = /[^a-z]|^(class|part|demo)$/

/** The attributes of a zone that have no effect: those that are neither its own nor those of any element, and a `loading` with another value. */
export const oddAttributes = (host: LoadingHost): string[] =>
  host
    .getAttributeNames()
    .filter(name =>
      name === 'loading' ? host.getAttribute(name) !== host.loading : !(name in host || NO_SETTING.test(name)),
    )
