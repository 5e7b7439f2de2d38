import type { Shareable } from '../../src/api.js'
import { readImage, readLink, readObject, readText, readTexts } from '../readers.js'

export interface ShareMessage {
  subject: string
  message: string
}

export interface ShareContent {
  headline: string
  description: string
  image_url: string | undefined
  how_it_works: string[]
  /** In the order that the marketer has chosen. */
  channels: string[]
  /** The message for a channel. */
  messages: (channel: string) => ShareMessage
  shareable: Pick<Shareable, 'code' | 'link'> | undefined
  links: { terms_url: string | undefined; company_url: string | undefined }
}

export const DEFAULT_CHANNELS = ['copy', 'native', 'email', 'sms', 'whatsapp']

/** Reads the content of the `share` widget. */
export function readShare(content: Record<string, unknown>): ShareContent {
  const messages = readObject(content.messages)
  const { code, link } = readObject(content.shareable)
  const { terms_url, company_url } = readObject(content.links)
  const url = readLink(link)
  return {
    headline: readText(content.headline),
    description: readText(content.description),
    image_url: readImage(content.image_url),
    how_it_works: readTexts(content.how_it_works),
    channels: [...new Set(Array.isArray(content.channels) ? readTexts(content.channels) : DEFAULT_CHANNELS)],
    messages: channel => readMessage(messages[channel] ?? messages.default),
    shareable: url && readText(code) ? { code: readText(code), link: url } : undefined,
    links: { terms_url: readLink(terms_url), company_url: readLink(company_url) },
  }
}

/** A message is a text, or an object with a text and a subject. */
const readMessage = (value: unknown): ShareMessage => {
  const { subject, message } = readObject(value)
  return { subject: readText(subject), message: readText(value) || readText(message) }
}
