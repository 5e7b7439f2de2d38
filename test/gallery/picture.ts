// Compares, crops and encodes screenshots.

import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Pixels that may differ: none do on one machine; another may round the edge of a letter differently. */
const TOLERATED = 10

/** Of all difference there can be: a shade of grey that is one of twenty further on. */
const THRESHOLD = 0.05

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Difference {
  /** How many a person could tell apart; a letter's smoothed edges count for nothing. */
  pixels: number
  /** Where they are. */
  picture: PNG
}

/** Undefined where the two look alike. */
export function difference(one: PNG, other: PNG): Difference | undefined {
  const { width, height } = one
  const picture = new PNG({ width, height })
  const alike = width === other.width && height === other.height
  const pixels = alike
    ? pixelmatch(one.data, other.data, picture.data, width, height, { threshold: THRESHOLD })
    : Number.POSITIVE_INFINITY
  return pixels > TOLERATED ? { pixels, picture } : undefined
}

export function crop(picture: PNG, { x, y, width, height }: Box): PNG {
  const part = new PNG({ width, height })
  PNG.bitblt(picture, part, x, y, width, height, 0, 0)
  return part
}

/** As small as flat colours get: unfiltered, and without the transparency that a page does not have. */
export const encode = (picture: PNG) =>
  PNG.sync.write(picture, { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 })

export const decode = (file: Buffer) => PNG.sync.read(file)
