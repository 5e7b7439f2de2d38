/** A random id of `words` times 32 bits. `crypto.randomUUID` does not exist on insecure pages and before Firefox 95. */
export const randomId = (words = 4): string => crypto.getRandomValues(new Uint32Array(words)).join('-')
