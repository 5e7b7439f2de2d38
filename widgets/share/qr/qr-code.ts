import { correction, generate } from 'lean-qr/nano'
import { safeDocument } from '../../../src/safe-document.js'

export interface QrCode {
  /** The number of modules on a side, including the quiet zone. */
  size: number
  /** The dark modules as an SVG path. A module is one unit wide. */
  path: string
}

/** The capacity of the largest code at this correction level, in bytes. A URL has only ASCII characters, so one character is one byte. */
const MAX_LENGTH = 2331

/** The width of the light border, in modules. Scanners need it to find the code (ISO 18004). */
const QUIET_ZONE = 4

/** The width of a module in the PNG, in pixels: large enough for a poster, small enough for an email. */
const PNG_SCALE = 16

/** Converts a link to a QR code that stays readable with small damages. Returns null if the link is too long. */
export function qrCode(link: string): QrCode | null {
  if (link.length > MAX_LENGTH) return null
  const code = generate(link, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`
  return { size: code.size + 2 * QUIET_ZONE, path }
}

export const svgFile = ({ size, path }: QrCode): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  )

/** Resolves with null if the browser cannot create the image. */
export function pngFile({ size, path }: QrCode): Promise<Blob | null> {
  const canvas = safeDocument().createElement('canvas')
  canvas.width = canvas.height = size * PNG_SCALE
  const context = canvas.getContext('2d')!
  context.scale(PNG_SCALE, PNG_SCALE)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise(resolve => canvas.toBlob(resolve))
}
