import { safeDocument } from '../base/safe-document.js'

const { currentScript } = safeDocument()

/** The script tag of this code. The browser does not know it for a module, or if a tool runs the code as text: then the file name decides. */
export const ownScript: HTMLScriptElement | undefined =
  currentScript instanceof HTMLScriptElement ? currentScript : findScript(/\/rewards\.js([?#]|$)/)

/** The first script tag of the page whose address matches. */
export function findScript(address: RegExp): HTMLScriptElement | undefined {
  return [...safeDocument().getElementsByTagName('script')].find(({ src }) => address.test(src))
}
