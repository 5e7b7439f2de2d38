/** The lifetime of a runtime that no test destroys. */
export const lifetime = new AbortController().signal
