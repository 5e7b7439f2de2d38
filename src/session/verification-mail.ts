import type { Client } from '../http/client.js'
import { safeDocument } from '../safe-document.js'

/** A mail to the consumer, and how far it is. */
export interface VerificationMail {
  polling_id: string
  status: string
}

const PATH = '/api/v4/me/send-verification-email'

/** The longest that a mail may be in sending. */
const SENDING_MS = 16_000

/** Between two looks: a person takes this long to open a mail at all, and does not wait longer than that to see what it did. */
const SOONEST_MS = 3_000
const LATEST_MS = 30_000

/** About ten minutes of somebody looking at the page. After that they will have gone elsewhere, and come back. */
const LOOKS = 22

/** Has the platform write to the consumer. Resolves once the mail is on its way, or is not to be (specification 5.5). */
export async function sendVerificationMail(client: Client): Promise<VerificationMail> {
  let mail: VerificationMail = Object(await client.api('POST', PATH, { body: {} }))
  for (let wait = 1_000; mail.polling_id && mail.status === 'PENDING' && wait <= SENDING_MS; wait *= 2) {
    await new Promise(resolve => setTimeout(resolve, wait))
    mail = Object(await client.api('GET', `${PATH}/status/${encodeURIComponent(mail.polling_id)}`))
  }
  return mail
}

/**
 * Looks whether a mail was answered, until `isOver`: each time the person comes back to the page, and every now and then while it is
 * before them, for the mail may be open on another device. Answers with the way to stop.
 */
export function watchForAnswer(isOver: () => Promise<boolean>): () => void {
  const watch = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0

  const look = async () => {
    clearTimeout(timer)
    if (safeDocument().visibilityState === 'visible') {
      looks++
      if (await isOver()) watch.abort()
    }
    next()
  }
  const next = () => {
    clearTimeout(timer)
    if (!watch.signal.aborted && looks < LOOKS) timer = setTimeout(look, Math.min(SOONEST_MS * 2 ** looks, LATEST_MS))
  }
  const stop = () => {
    clearTimeout(timer)
    watch.abort()
  }
  // On a server nobody comes back to a page.
  if (!globalThis.document) return stop
  safeDocument().addEventListener('visibilitychange', look, { signal: watch.signal })
  next()
  return stop
}
