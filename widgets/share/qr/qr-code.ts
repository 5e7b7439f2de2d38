import { toSvgPath, toSvgSource } from 'lean-qr/extras/svg'
import { correction, generate } from 'lean-qr/nano'
import { safeDocument } from '../../../src/base/safe-document.js'

export interface QrCode {
  /** The number of modules on a side, including the quiet zone. */
  size: number
  /** The dark modules as an SVG path. A module is one unit wide, and the first one is at 0, 0. */
  path: string
  /** The code as an SVG file. */
  svg: string
}

/** What `lean-qr` puts into the largest code at this correction level, in bytes. A URL has only ASCII characters, so one character is one byte. */
const MAX_LENGTH = 2330

/** The width of the light border, in modules. Scanners need it to find the code (ISO 18004). */
export const QUIET_ZONE = 4

/** The width of a module in a file, in pixels: large enough for a poster, small enough for an email. */
const SCALE = 16

/** Converts a link to a QR code that stays readable with small damages. Returns null if the link is too long. */
export function qrCode(link: string): QrCode | null {
  if (link.length > MAX_LENGTH) return null
  const code = generate(link, { minCorrectionLevel: correction.M })
  return {
    size: code.size + 2 * QUIET_ZONE,
    path: toSvgPath(code),
    svg: toSvgSource(code, { off: '#fff', pad: QUIET_ZONE, scale: SCALE }),
  }
}

export const svgFile = ({ svg }: QrCode): Blob => new Blob([svg], { type: 'image/svg+xml' })

/** Resolves with null if the browser cannot create the image. */
export function pngFile({ size, path }: QrCode): Promise<Blob | null> {
  const canvas = safeDocument().createElement('canvas')
  canvas.width = canvas.height = size * SCALE
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(SCALE, SCALE)
  context.translate(QUIET_ZONE, QUIET_ZONE)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise(resolve => canvas.toBlob(resolve))
}
