import { escapeHtml, page } from '../http/page.js'
import type { ServerContext } from './server-call.js'

/** `GET /mails`: the mails of the platform. Mails never leave this machine. */
export async function showMails(c: ServerContext): Promise<Response> {
  const mails = await c.env.db.query<{ recipient: string; subject: string; body: string; created_at: Date }>(
    'select recipient, subject, body, created_at from mails order by position desc limit 100',
  )
  const list = mails.map(
    ({ recipient, subject, body, created_at }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(recipient)}, ${created_at.toISOString()}<p>${linked(body)}</article>`,
  )
  return page('Mails', list.join('') || '<p>No mails yet.</p>')
}

const linked = (text: string) => escapeHtml(text).replace(/https?:\/\/\S+/g, url => `<a href="${url}">${url}</a>`)
