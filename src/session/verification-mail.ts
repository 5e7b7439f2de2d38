import { safeDocument } from '../base/safe-document.js'
import { textOf } from '../base/text-of.js'
import type { Client } from '../http/client.js'
import { ANSWER_FIRST_MS, ANSWER_LONGEST_MS, ANSWER_LOOKS, doubledWait, SENDING_LOOKS } from '../http/retry.js'
import type { Answer } from '../http/send.js'
import { incompleteAnswer } from './token-details.js'

/** A verification email to the consumer, and the state of its delivery. */
export interface VerificationMail {
  polling_id: string
  status: string
}

const PATH = '/api/v4/me/send-verification-email'

/**
 * Has the platform write to the consumer. Resolves once the mail is on its way, or is not to be (specification 5.5). Throws `logged_out` if
 * the session ends before, and `network_error` if another server has answered.
 */
export async function sendVerificationMail(client: Client, sessionSignal: AbortSignal): Promise<VerificationMail> {
  let mail = mailIn(await client.api('POST', PATH, { body: {}, sessionSignal }))
  for (let look = 1; mail.status === 'PENDING' && look <= SENDING_LOOKS; look++) {
    await new Promise(resolve => {
      const timer = setTimeout(resolve, doubledWait(look))
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
    if (!watch.signal.aborted && looks < ANSWER_LOOKS)
      timer = setTimeout(look, doubledWait(looks + 1, ANSWER_FIRST_MS, ANSWER_LONGEST_MS))
  }
  const stop = () => {
    watch.abort()
    next()
  }
  // A server has no page that somebody could return to.
  if (!globalThis.document) return stop
  safeDocument().addEventListener('visibilitychange', look, { signal: watch.signal })
  next()
  return stop
}
