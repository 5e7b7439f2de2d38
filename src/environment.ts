// With npm, the runtime is also created on servers, and in tests that imitate a part of a page.

export const hasDocument = (): boolean => Boolean(globalThis.document)
export const hasLocation = (): boolean => Boolean(globalThis.location)
export const hasBroadcastChannel = (): boolean => Boolean(globalThis.BroadcastChannel)
