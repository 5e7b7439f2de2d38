import type { Shareable } from '../../src/api.js'
import { image, link, object, text, texts } from '../readers.js'

export interface Message {
  subject: string
  message: string
}

export interface ShareContent {
  headline: string
  description: string
  image_url: string | undefined
  how_it_works: string[]
  /** In the marketer's order. */
  channels: string[]
  /** By channel. */
  messages: (channel: string) => Message
  shareable: Pick<Shareable, 'code' | 'link'> | undefined
  links: { terms_url: string | undefined; company_url: string | undefined }
}

/** Reads what a zone says for the share widget. Every key may be missing. */
export function readShare(content: Record<string, unknown>): ShareContent {
  const messages = object(content.messages)
  const { code, link: address } = object(content.shareable)
  const { terms_url, company_url } = object(content.links)
  const url = link(address)
  return {
    headline: text(content.headline),
    description: text(content.description),
    image_url: image(content.image_url),
    how_it_works: texts(content.how_it_works),
    channels: [...new Set(content.channels === undefined ? DEFAULT_CHANNELS : texts(content.channels))],
    messages: channel => readMessage(messages[channel] ?? messages.default),
    shareable: url && text(code) ? { code: text(code), link: url } : undefined,
    links: { terms_url: link(terms_url), company_url: link(company_url) },
  }
}

const DEFAULT_CHANNELS = ['copy', 'native', 'email', 'sms', 'whatsapp']

/** A message is text, or text with a subject. */
const readMessage = (value: unknown): Message => {
  const { subject, message } = object(value)
  return { subject: text(subject), message: text(value) || text(message) }
}
