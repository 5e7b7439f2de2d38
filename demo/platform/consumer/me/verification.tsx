/** @jsxImportSource hono/jsx */
import { z } from 'zod'
import { checkCampaignOfConsumer } from '../../campaign/campaign-client.js'
import type { Domain } from '../../domain.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import { page } from '../../http/page.js'
import { RestError } from '../../http/rest-error.js'
import { scopesOf } from '../../identity/level.js'
import { lockPerson, personById } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { hashOf, newId, newSecret } from '../../store/id.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'
import { sendMail } from '../mail.js'

const LINK_HOURS = 24
const HOUR_MS = 3_600_000

const request = {
  schema: z.object({ campaign_id: z.string().optional() }).meta({ examples: [{}] }),
  optional: true,
} satisfies BodyShape

/**
 * `POST /v4/me/send-verification-email`: emails the consumer a link that verifies the address (specification 5.5). Throws `invalid_person_email`, and
 * `invalid_campaign_id` for a campaign that the client does not have.
 */
export async function sendVerificationEmail(c: ProgramContext): Promise<Response> {
  const { campaign_id } = await parseBody(c.req.raw, request)
  if (campaign_id !== undefined) await checkCampaignOfConsumer(c.env, campaign_id)
  const { token } = callerOf(c)
  const [polling_id, secret] = [newId(), newSecret()]
  const link = `${c.env.settings.programOrigin}/verify/${secret}`
  await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const { person_id, email } = await lockPerson(domain, token.identity_id, 'key share')
    if (!email) throw new RestError('invalid_person_email', 'The consumer has no email address')
    await sendMail(domain, {
      mail_id: polling_id,
      person_id,
      recipient: email,
      subject: 'Confirm your email address',
      body: `To confirm your email address, open this link: ${link}`,
      proves: { device_id: token.device_id, secret_hash: hashOf(secret) },
    })
  })
  return Response.json({ polling_id, status: 'SUCCEEDED' })
}

/** `GET /v4/me/send-verification-email/status/{polling_id}`: `{polling_id, status}`. Only for the consumer's own mails. */
export async function showVerificationStatus(c: ProgramContext): Promise<Response> {
  const { person_id } = await personOf(c)
  const polling_id = c.req.param('polling_id')!
  const [mail] = await c.env.db.query<{ status: string }>(
    'select status from mails where mail_id = $1 and person_id = $2',
    [polling_id, person_id],
  )
  if (!mail)
    throw new RestError('invalid_parameter', 'There is no email with this polling_id', { parameters: { polling_id } })
  return Response.json({ polling_id, status: mail.status })
}

/** `GET /verify/{secret}`, the link of the mail: asks for confirmation. Mail scanners open links, so opening one must not verify. */
export async function showConfirmation(c: ProgramContext): Promise<Response> {
  const mail = await openMail(c.env, secretIn(c))
  if (!mail) return linkExpired()
  return page(
    'Confirm your email address',
    <>
      <p>
        Somebody wants to see the rewards of <strong>{mail.recipient}</strong>. Was that you?
      </p>
      <form method="post">
        <button>Yes, confirm</button>
      </form>
      <p class="hint">If it was not you, close this page.</p>
    </>,
  )
}

/** `POST /verify/{secret}`: verifies the tokens of the device that requested the mail, and no other tokens of the person. */
export async function confirmAddress(c: ProgramContext): Promise<Response> {
  const confirmed = await c.env.db.transaction(async db => {
    const mail = await openMail({ ...c.env, db }, secretIn(c))
    const [used] = await db.query<OpenMail>(
      'update mails set used_at = $2 where mail_id = $1 and used_at is null returning *',
      [mail?.mail_id ?? null, new Date(c.env.settings.now())],
    )
    // The person may have been merged while this statement waited.
    if (!used || (await personById({ ...c.env, db }, used.person_id)).email !== used.recipient) return false
    await db.query(
      'update tokens set scopes = $3 where identity_id = $1 and device_id = $2 and invalidated_at is null',
      [used.person_id, used.device_id, scopesOf.verified],
    )
    return true
  })
  if (!confirmed) return linkExpired()
  return page(
    'Thank you',
    <p>
      Your email address is confirmed. You can close this page, or{' '}
      <a href={c.env.settings.landingUrl}>continue to the shop</a>.
    </p>,
  )
}

interface OpenMail {
  mail_id: string
  person_id: string
  device_id: string
  recipient: string
}

async function openMail({ db, settings }: Domain, secret: string): Promise<OpenMail | undefined> {
  const [mail] = await db.query<OpenMail>(
    `select m.* from mails m join persons p on p.person_id = m.person_id and p.email = m.recipient
     where secret_hash = $1 and used_at is null and m.created_at > $2`,
    [hashOf(secret), new Date(settings.now() - LINK_HOURS * HOUR_MS)],
  )
  return mail
}

const linkExpired = () =>
  page('Link expired', <p>This link has expired or was used before. Request a new email.</p>, { status: 410 })

const secretIn = (c: ProgramContext) => c.req.param('secret')!

const mailStatus = z.object({ polling_id: z.string(), status: z.string().describe('PENDING, SUCCEEDED or FAILED') })

export const verificationDocs = {
  send: {
    summary: 'Email the consumer a link that verifies their address',
    body: request,
    response: mailStatus,
    errors: ['invalid_person_email', 'invalid_campaign_id'],
  },
  status: { summary: 'Get the status of the verification email', response: mailStatus },
} satisfies Record<string, CallDocs>
