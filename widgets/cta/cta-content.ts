import { image, object, text } from '../readers.js'

export interface CtaContent {
  style: 'banner' | 'button' | 'overlay'
  text: string
  /** Empty: there is no small form. */
  minimized_text: string
  image_url: string | undefined
  /** The zone behind it. */
  opens: { zone: string; data: Record<string, unknown> } | undefined
  delay_ms: number
}

/** Reads what a zone says for the cta widget. Every key may be missing; without `opens.zone` there is nothing to call to. */
export function readCta(content: Record<string, unknown>): CtaContent {
  const { zone, data } = object(content.opens)
  const style = text(content.style)
  const name = text(zone)
  return {
    style: style === 'banner' || style === 'overlay' ? style : 'button',
    text: text(content.text),
    minimized_text: text(content.minimized_text),
    image_url: image(content.image_url),
    opens: name ? { zone: name, data: object(data) } : undefined,
    delay_ms: milliseconds(content.delay_ms),
  }
}

/** A timer's longest: one that is set to more fires at once. */
const LONGEST = 2 ** 31 - 1

const milliseconds = (value: unknown) => Math.min(Math.max(Number(typeof value === 'number' && value) || 0, 0), LONGEST)
