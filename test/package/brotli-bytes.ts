import { brotliCompressSync, constants } from 'node:zlib'

/** The size of a file as a browser fetches it: brotli at its highest quality. */
export const brotliBytes = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
