/** @jsxImportSource hono/jsx */

import { bodyOf } from '../../consumer/mail.js'
import type { Domain } from '../../domain.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'

interface Mail {
  mail_id: string
  recipient: string
  subject: string
  body: string
  created_at: Date
}

/** More emails make no readable page. */
const MAX_MAILS = 100

/** `GET /console/mails`: the emails that the platform would send, newest first. They never leave this machine. */
export async function showMails(c: ConsoleContext): Promise<Response> {
  const mails = await c.env.db.query<Mail>(
    `select mail_id, recipient, subject, body, m.created_at from mails m join persons using (person_id)
     where client_id = $1 order by m.position desc limit ${MAX_MAILS}`,
    [c.env.clientId],
  )
  return showPage(c, {
    title: 'Emails',
    lead: 'The platform shows its emails here instead of sending them.',
    children: (
      <>
        {mails.length === 0 && <Empty>There are no emails yet. Share a link by email in the shop to see one.</Empty>}
        {mails.map(({ mail_id, recipient, subject, body, created_at }) => (
          <article class="sheet">
            <h2>{subject}</h2>
            <p class="when">
              To {recipient}, <Time date={created_at} otherwise="" />
            </p>
            <MailText text={readBody(c.env, mail_id, body)} id={mail_id} />
          </article>
        ))}
        {mails.length === MAX_MAILS && <p class="hint">These are the newest {MAX_MAILS}.</p>}
      </>
    ),
  })
}

/** The text of an email. Undefined if it cannot be decrypted: the others are still shown. */
function readBody({ secrets }: Pick<Domain, 'secrets'>, id: string, body: string): string | undefined {
  try {
    return secrets.open(bodyOf(id), body)
  } catch (error) {
    console.error(error)
    return undefined
  }
}

const MailText = ({ text, id }: { text: string | undefined; id: string }) =>
  text === undefined ? (
    <p class="hint">
      The text of the email <code>{id}</code> cannot be decrypted: it was changed, or encrypted with another key.
    </p>
  ) : (
    <p class="message">{withLinks(text)}</p>
  )

/** The parts of a text, with a link for each URL. */
const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 ? <a href={part}>{part}</a> : part))
