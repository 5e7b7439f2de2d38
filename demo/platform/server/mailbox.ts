import { escapeHtml, page } from '../http/page.js'
import type { ServerContext } from './server-call.js'
import { time } from './version-state.js'

/** `GET /mails?client_id=`: the emails that the platform would send. They never leave this machine. */
export async function showMails(c: ServerContext): Promise<Response> {
  const mails = await c.env.db.query<{ recipient: string; subject: string; body: string; created_at: Date }>(
    `select recipient, subject, body, m.created_at from mails m join persons using (person_id)
     where client_id = $1 order by m.position desc limit 100`,
    [c.req.query('client_id') ?? c.env.clientId],
  )
  const list = mails.map(
    ({ recipient, subject, body, created_at }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p class="when">To ${escapeHtml(recipient)}, ${time(created_at)}<p class="message">${linked(body)}</article>`,
  )
  return page('Emails', LEAD + (list.join('') || '<p>There are no emails yet.</p>'))
}

const LEAD = '<p class="lead">The platform shows its emails here instead of sending them.</p>'

/** Turns the URLs in a text into links. */
const linked = (text: string) => escapeHtml(text).replace(/https?:\/\/\S+/g, url => `<a href="${url}">${url}</a>`)
