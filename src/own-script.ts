const { currentScript } = document

/** The script tag that this code came by. A picture named `currentScript` answers to it too, and must not say where program and code are. */
export const ownScript = currentScript instanceof HTMLScriptElement ? currentScript : undefined
