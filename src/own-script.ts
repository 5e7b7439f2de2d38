import { safeDocument } from './safe-document.js'

const { currentScript } = safeDocument()

/** The script tag that this code came by. The browser names none for a module, and none where a tool runs the code as text. */
export const ownScript = currentScript instanceof HTMLScriptElement ? currentScript : findByFileName()

function findByFileName(): HTMLScriptElement | undefined {
  const scripts = safeDocument().getElementsByTagName('script')
  return [...scripts].find(({ src }) => /\/rewards(-zones)?\.js([?#]|$)/.test(src))
}
