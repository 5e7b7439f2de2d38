import { readImage, readText } from '../readers.js'
import { type OpenedZone, readOpenedZone } from './opened-zone.js'

export interface CtaContent {
  style: 'banner' | 'button' | 'overlay'
  text: string
  /** The text of the minimized overlay. '' if the overlay cannot be minimized. */
  minimized_text: string
  image_url: string | undefined
  /** The zone that the widget opens. */
  opens: OpenedZone | undefined
  delay_ms: number
}

/** Reads the content of the `cta` widget. Without `opens.zone`, the widget has nothing to open. */
export function readCta(content: Record<string, unknown>): CtaContent {
  const style = readText(content.style)
  return {
    style: style === 'banner' || style === 'overlay' ? style : 'button',
    text: readText(content.text),
    minimized_text: readText(content.minimized_text),
    image_url: readImage(content.image_url),
    opens: readOpenedZone(content.opens),
    delay_ms: readMilliseconds(content.delay_ms),
  }
}

/** The longest delay of a timer. With a longer one, the timer fires at once. */
const MAX_DELAY = 2 ** 31 - 1

const readMilliseconds = (value: unknown) =>
  Math.min(Math.max(Number(typeof value === 'number' && value) || 0, 0), MAX_DELAY)
