/** Ties a click on the link to the share it came from. `crypto.randomUUID` is missing on insecure pages, and before Firefox 95. */
export const shareId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
