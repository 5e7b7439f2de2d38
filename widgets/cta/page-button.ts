import { isUnclosed, pageChildren } from '../page-children.js'

/** Whether the page has put something into a zone that the visitor would see. White space is nothing. */
export const hasPageButton = (host: Element): boolean =>
  !isUnclosed(host) && pageChildren(host).some(child => !child.matches('script, style, template, noscript'))
