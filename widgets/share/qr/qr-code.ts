import { correction, generate } from 'lean-qr/nano'
import { safeDocument } from '../../../src/safe-document.js'

export interface QrCode {
  /** Modules on a side, the quiet zone included. */
  size: number
  /** The dark modules as an SVG path, a module a unit. */
  path: string
}

/** Bytes that the largest code holds at this level of correction. An address has none but ASCII. */
const LONGEST = 2331

/** Light modules around the code: without them scanners do not find it (ISO 18004). */
const QUIET = 4

/** A link as a QR code that survives a crease or a stain; null where it is too long for one. */
export function qrCode(link: string): QrCode | null {
  if (link.length > LONGEST) return null
  const code = generate(link, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`
  return { size: code.size + 2 * QUIET, path }
}

/** The code as a file: what a copy shop wants. */
export const svgFile = ({ size, path }: QrCode): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  )

/** Pixels of a module: large enough for a poster, small enough for a mail. */
const SCALE = 16

/** The code as an image for a story or a mail. Null where the browser makes none. */
export function pngFile({ size, path }: QrCode): Promise<Blob | null> {
  const canvas = safeDocument().createElement('canvas')
  canvas.width = canvas.height = size * SCALE
  const context = canvas.getContext('2d')!
  context.scale(SCALE, SCALE)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise(resolve => canvas.toBlob(resolve))
}
