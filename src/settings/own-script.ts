import { safeDocument } from '../base/safe-document.js'

const { currentScript } = safeDocument()

/** The script tag of this code. The browser does not know it for a module, or if a tool runs the code as text: then the file name decides. */
export const ownScript = currentScript instanceof HTMLScriptElement ? currentScript : findByFileName()

/** The script tag of the runtime. */
export function findByFileName(): HTMLScriptElement | undefined {
  const scripts = safeDocument().getElementsByTagName('script')
  return [...scripts].find(({ src }) => /\/rewards(-zones)?\.js([?#]|$)/.test(src))
}
