/** Whether a text is an address of the web: nothing that a browser would run. */
export const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
