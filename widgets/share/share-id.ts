/** Ties a click on the link to the share it came from. `crypto.randomUUID` is missing on insecure pages, and before Firefox 95. */
export const shareId = () => crypto.getRandomValues(new Uint32Array(3)).join('-')
