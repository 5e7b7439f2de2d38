import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { recordEvent, senderOf } from '../../events/record-event.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { checkEmail } from '../../identity/person-fields.js'
import { linkAddress, requireShareable, type Shareable } from '../../links/shareable.js'
import type { CallDocs, CallError } from '../../openapi/call-docs.js'
import { newId } from '../../store/id.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'
import { sendMail } from '../mail.js'

const common = {
  advocate_code: z.string().describe('The code of one of the consumer’s links.'),
  message: z.string().describe('At most 2048 characters. The platform adds the link.'),
  subject: z.string().default('For you').describe('At most 78 characters.'),
  data: z.record(z.string(), z.unknown()).default({}).describe('Stored with the share.'),
}
const example = { advocate_code: 'ada', message: 'You will like these.' }

const single = {
  schema: z
    .object({ ...common, recipient_email: z.string() })
    .meta({ examples: [{ ...example, recipient_email: 'grace@example.com' }] }),
} satisfies BodyShape

const batch = {
  schema: z
    .object({ ...common, recipient_emails: z.array(z.string()).min(1).describe('At most 100.') })
    .meta({ examples: [{ ...example, recipient_emails: ['grace@example.com', 'joan@example.com'] }] }),
} satisfies BodyShape

type Mailing = Omit<z.infer<typeof single.schema>, 'recipient_email'>

const MAX_MESSAGE = 2048
const MAX_SUBJECT = 78
const MAX_RECIPIENTS = 100

/** `POST /v6/email/share`: emails the consumer's link to a friend: `{polling_id, recipient_email}` (contract 5). */
export async function shareByEmail(c: ProgramContext): Promise<Response> {
  const { recipient_email, ...mailing } = await parseBody(c.req.raw, single)
  const [sent] = await send(c, mailing, [recipient_email])
  return Response.json(sent)
}

/** `POST /v6/email/share/batch`: the same for several friends. Returns a list. */
export async function shareByEmails(c: ProgramContext): Promise<Response> {
  const { recipient_emails, ...mailing } = await parseBody(c.req.raw, batch)
  return Response.json(await send(c, mailing, recipient_emails))
}

async function send(c: ProgramContext, mailing: Mailing, recipients: string[]) {
  const addresses = check(mailing, recipients)
  const { person_id } = await personOf(c)
  const shareable = await requireShareable(c.env, person_id, mailing.advocate_code)
  // All or none: who sends them again after an error sends none twice.
  return c.env.db.transaction(async db => {
    const sent = []
    for (const recipient of addresses) sent.push(await sendOne(c, { ...c.env, db }, { mailing, shareable, recipient }))
    return sent
  })
}

interface Sending {
  mailing: Mailing
  shareable: Shareable
  recipient: string
}

/** Records one share per friend, so that each click can be matched to its mail. */
async function sendOne(c: ProgramContext, domain: Domain, { mailing, shareable, recipient }: Sending) {
  const { message, subject, data } = mailing
  // Each mail is a separate event, so the `partner_event_id` of the request cannot be used.
  const { partner_event_id: _, ...otherData } = data
  const polling_id = newId()
  const share = { ...otherData, 'share.channel': 'email', advocate_code: shareable.code, message, subject }
  const link = linkAddress(c.env.settings.programOrigin, shareable.code, polling_id)
  const submission = { name: 'share', data: { ...share, partner_share_id: polling_id, recipients: [recipient] } }
  const { person_id } = await recordEvent(domain, senderOf(callerOf(c)), submission)
  await sendMail(domain, { mail_id: polling_id, person_id, recipient, subject, body: `${message}\n${link}` })
  return { polling_id, recipient_email: recipient }
}

function check({ message, subject }: Mailing, recipients: string[]): string[] {
  const tooLong = (name: string, longest: number) =>
    new RestError('invalid_parameter', `${name} can have at most ${longest} characters`, { parameters: { name } })
  if (message.length > MAX_MESSAGE) throw tooLong('message', MAX_MESSAGE)
  if (subject.length > MAX_SUBJECT) throw tooLong('subject', MAX_SUBJECT)
  if (recipients.length > MAX_RECIPIENTS)
    throw new RestError('invalid_parameter', `A mail can have at most ${MAX_RECIPIENTS} recipients`)
  return recipients.map(checkEmail)
}

const sent = z.object({ polling_id: z.string(), recipient_email: z.string() })
const errors: CallError[] = ['shareable_not_found', 'invalid_email', 'access_denied', 'invalid_campaign_id']

export const emailShareDocs = {
  one: { summary: 'Email the consumer’s link to a friend', body: single, response: sent, errors },
  batch: { summary: 'Email the consumer’s link to several friends', body: batch, response: z.array(sent), errors },
} satisfies Record<string, CallDocs>
