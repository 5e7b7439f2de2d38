/** Whether a text is an http(s) URL. Rejects `javascript:` and other schemes. */
export const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
