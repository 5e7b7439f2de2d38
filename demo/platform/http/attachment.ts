/** The value of `Content-Disposition` for a download with this file name. */
export const attachment = (filename: string): string => `attachment; filename*=UTF-8''${inHeader(filename)}`

/** Encodes quotes, parentheses and stars, which have a meaning in the header (RFC 8187). */
const inHeader = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
