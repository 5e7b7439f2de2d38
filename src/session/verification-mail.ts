import { safeDocument } from '../base/safe-document.js'
import { textOf } from '../base/text-of.js'
import type { Client } from '../http/client.js'
import type { Answer } from '../http/send.js'
import { incompleteAnswer } from './token-details.js'

/** A verification email to the consumer, and the state of its delivery. */
export interface VerificationMail {
  polling_id: string
  status: string
}

const PATH = '/api/v4/me/send-verification-email'

/** An email that is still being sent after this wait is not asked about any more. */
const SENDING_MS = 16_000

/** The pause between two looks. Nobody opens an email sooner, and nobody should wait longer to see that the page knows. */
const SOONEST_MS = 3_000
const LATEST_MS = 30_000

/** These looks take about ten minutes while the page is visible. Later the person has probably left the page, and each return begins a look. */
const LOOKS = 22

/**
 * Has the platform write to the consumer. Resolves once the mail is on its way, or is not to be (specification 5.5). Throws `logged_out` if
 * the session ends before, and `network_error` if another server has answered.
 */
export async function sendVerificationMail(client: Client, sessionSignal: AbortSignal): Promise<VerificationMail> {
  let mail = mailIn(await client.api('POST', PATH, { body: {}, sessionSignal }))
  for (let wait = 1_000; mail.status === 'PENDING' && wait <= SENDING_MS; wait *= 2) {
    await new Promise(resolve => {
      const timer = setTimeout(resolve, wait)
      // The next question fails at once then.
      sessionSignal.addEventListener('abort', () => resolve(clearTimeout(timer)))
    })
    mail = mailIn(await client.api('GET', `${PATH}/status/${encodeURIComponent(mail.polling_id)}`, { sessionSignal }))
  }
  return mail
}

/** Another server may have answered in the platform's place: then no email is on its way. */
function mailIn(answer: Answer): VerificationMail {
  const mail: VerificationMail = Object(answer.json)
  if (!textOf(mail.polling_id) || !textOf(mail.status)) throw incompleteAnswer(answer)
  return mail
}

/**
 * Asks `isOver` whether the email was answered: whenever the page becomes visible, and from time to time while it is visible, because the
 * email may be open on another device. Ends once `isOver` resolves with true. Returns a function that ends it sooner.
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
  // A server has no page that somebody could return to.
  if (!globalThis.document) return stop
  safeDocument().addEventListener('visibilitychange', look, { signal: watch.signal })
  next()
  return stop
}
