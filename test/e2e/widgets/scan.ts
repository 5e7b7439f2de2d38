import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'

/** Pixels of a side: what a camera makes of a code that it is held against. */
const SIDE = 400

/** What a camera reads in a picture of a QR code: the browser draws the file, and another library than the one that made the code reads it. */
export async function scan(page: Page, file: Buffer, type: 'image/png' | 'image/svg+xml'): Promise<string> {
  // In a page of its own, which has no policy against pictures.
  const desk = await page.context().newPage()
  const pixels = await desk.evaluate(
    async ([url, side]) => {
      const picture = new Image()
      picture.src = url
      await picture.decode()
      const context = new OffscreenCanvas(side, side).getContext('2d')!
      context.drawImage(picture, 0, 0, side, side)
      // A text travels fast; this one keeps each byte in the lower half of its character.
      return new TextDecoder('x-user-defined').decode(context.getImageData(0, 0, side, side).data)
    },
    [`data:${type};base64,${file.toString('base64')}`, SIDE] as const,
  )
  await desk.close()
  // As long as a busy machine takes: a camera’s next picture would not be another one here.
  return decodeQR({ width: SIDE, height: SIDE, data: Buffer.from(pixels, 'latin1') }, { timeLimit: 10_000 })
}
