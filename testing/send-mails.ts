import type { Share } from '../src/api.js'
import type { Call } from './consumer-calls.js'

/** Answers a call that sends emails, and records a share for each, as the platform does. Undefined for other calls. */
export function sendMails(call: Call): unknown {
  const { recipient_email, recipient_emails } = Object(call.body)
  if (!/\/email\/share(\/batch)?$/.test(call.request.path)) return undefined
  return recipient_emails?.map((email: string) => sendMail(call, email)) ?? sendMail(call, recipient_email)
}

function sendMail({ person, body, domain }: Call, recipient_email: string) {
  const { shares = [] } = person
  const polling_id = `share-${shares.length + 1}`
  const { advocate_code, message, subject = 'For you', data, recipients = [recipient_email] } = Object(body)
  const texts = { message, subject, recipients }
  const link = `${domain}/${advocate_code}?partner_share_id=${polling_id}`
  const share: Share = {
    ...{ share_id: polling_id, campaign_id: 'test-campaign', channel: 'email', ...texts, recipient_email },
    ...{ share_date: new Date().toISOString(), link, shareable_id: advocate_code, friend: null },
    partner_id: { name: 'partner_share_id', value: polling_id },
    data: { ...data, 'share.channel': 'email', advocate_code, ...texts, partner_share_id: polling_id },
  }
  // Newest first. The list that a test has given stays as it is.
  person.shares = [share, ...shares]
  return { polling_id, recipient_email }
}
