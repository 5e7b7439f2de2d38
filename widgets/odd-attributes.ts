import type { ZoneHost } from './view.js'

/** The attributes of a framework have other characters than letters. */
const NO_SETTING = /[^a-z]|^(class|part|demo)$/

/** The attributes of a zone that are neither its own nor those of any element. */
export const oddAttributes = (host: ZoneHost): string[] =>
  host.getAttributeNames().filter(name => !(name in host || NO_SETTING.test(name)))
