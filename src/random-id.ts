/** A random id: 32 bits for each of `words`. `crypto.randomUUID` is missing on insecure pages, and before Firefox 95. */
export const randomId = (words = 4): string => crypto.getRandomValues(new Uint32Array(words)).join('-')
