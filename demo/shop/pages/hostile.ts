import { html } from 'hono/html'
import type { Page } from '../page.js'

/** A page whose style sheet and scripts break ordinary elements, with text from right to left. Widgets must work on it. */
export function hostilePage(): Page {
  return {
    title: 'Allotment news, since 2009',
    look: 'hostile',
    dir: 'rtl',
    script: LIBRARIES,
    main: html`
<header class="ticker">Allotment news: the water is back on! Seed swap on Sunday!</header>
<h1>Allotment news</h1>
<p>This page has been looked after by nine people and five frameworks. Nobody dares to take anything out.</p>
<rewards-zone name="global_header"></rewards-zone>
<rewards-zone name="share_experience"></rewards-zone>
<rewards-zone name="welcome_offer"></rewards-zone>
<p>The gate code has changed again. Ask Harold.</p>`,
  }
}

/** Changes to built-in prototypes, as made by old libraries. Every `for … in` loop finds them. */
const LIBRARIES = `
Object.prototype.extend = function (source) { for (const key in source) this[key] = source[key]; return this }
Object.prototype.each = function () { throw new Error('Not mine to walk through') }
Function.prototype.curry = function () { return this }
String.prototype.strip = function () { return this.trim() }
Array.prototype.each = function (visit) { for (const item of this) visit(item); return this }
Array.prototype.first = function () { return this[0] }
Array.prototype.remove = function (item) { const at = this.indexOf(item); if (at >= 0) this.splice(at, 1); return this }
Element.prototype.show = Element.prototype.hide = Element.prototype.update = function () { return this }
Element.prototype.remove = function () { this.parentNode.removeChild(this); return this }
Element.prototype.closest = function (selector) {
  for (let element = this; element; element = element.parentElement) if (element.matches(selector)) return element
  return null
}
const { attachShadow } = Element.prototype
Element.prototype.attachShadow = function (options) { return attachShadow.call(this, options) }
const { appendChild } = Node.prototype
Node.prototype.appendChild = function (node) { return appendChild.call(this, node) }
const { fetch } = window
window.fetch = function () { return fetch.apply(window, arguments) }
console.log = console.warn = () => {}
`
