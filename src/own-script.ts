import { safeDocument } from './safe-document.js'

const { currentScript } = safeDocument()

/** The script tag that this code came by. */
export const ownScript = currentScript instanceof HTMLScriptElement ? currentScript : undefined
