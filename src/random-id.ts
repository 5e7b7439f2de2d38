/** A random id of 128 bits. `crypto.randomUUID` is missing on insecure pages, and before Firefox 95. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
