import { expect, onTestFinished, test, vi } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

/** A person of the tenant shares their link with a friend. */
async function shareByEmail(client_id: string, mail: object): Promise<void> {
  const send = async (path: string, json: object, token?: string) => (await visit.send(path, { token, json })).json()
  const { access_token } = await send('/v5/token', { client_id, email: 'ann@example.com' })
  const { code } = await send('/v6/me/shareables/get-or-create', {}, access_token)
  const recipient_email = `friend-of-${client_id}@example.com`
  await send('/v6/email/share', { advocate_code: code, recipient_email, ...mail }, access_token)
}

test('an email is shown with a link for each URL in it', async () => {
  expect(await user.read('/console/mails')).toContain('There are no emails yet')
  await shareByEmail(demo.clientId, {
    subject: 'For <b>you</b>',
    message: 'See <i>this</i> https://a.example/"onclick=',
  })
  const page = await user.read('/console/mails')
  expect(page).toContain('<h2>For &lt;b&gt;you&lt;/b&gt;</h2>')
  expect(page).toContain('To friend-of-juniper@example.com')
  expect(page).toContain('See &lt;i&gt;this&lt;/i&gt; <a href="https://a.example/&quot;onclick=">')
})

test('each tenant has its own emails', async () => {
  await shareByEmail(demo.sandbox.clientId, { subject: 'A trial', message: 'Hello' })
  expect(await user.read('/console/mails')).not.toContain('A trial')
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  expect(await user.read('/console/mails')).toMatch(/A trial.*friend-of-juniper-sandbox@example\.com/s)
  expect(await user.read('/console/mails')).not.toContain('friend-of-juniper@example.com')
  await user.send('/console/client', { client_id: demo.clientId })
})

test('the newest 100 emails are shown, the newest first', async () => {
  const token = await visit.identified('ann@example.com')
  const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
  const numbers = Array.from({ length: 101 }, (_, number) => number)
  for (const some of [numbers.slice(0, 1), numbers.slice(1)]) {
    const recipient_emails = some.map(number => `friend-${number}@example.com`)
    const json = { advocate_code: code, subject: 'For you', message: 'Hello', recipient_emails }
    expect((await visit.send('/v6/email/share/batch', { token, json })).status).toBe(200)
  }
  const page = await user.read('/console/mails')
  expect([...page.matchAll(/To friend-(\d+)@/g)].map(([, number]) => Number(number))).toEqual(
    numbers.slice(1).reverse(),
  )
})

test('the former address of the emails leads to the console, which asks to sign in', async () => {
  const moved = await visit.send(`${server}/mails?client_id=juniper-sandbox`)
  expect([moved.status, moved.headers.get('Location'), await moved.text()]).toEqual([302, '/console/mails', ''])
})

test('an email that cannot be decrypted is named, and the others are shown', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  await shareByEmail(demo.clientId, { subject: 'A damaged one', message: 'Nobody reads this' })
  await shareByEmail(demo.clientId, { subject: 'A whole one', message: 'Everybody reads this' })
  const [damaged] = await visit.rows<{ mail_id: string }>(
    `update mails set body = 'v1:no-key:AAAA' where subject = 'A damaged one' returning mail_id`,
  )
  const page = await user.read('/console/mails')
  expect(page).toContain('Everybody reads this')
  expect(page).toContain('<h2>A damaged one</h2>')
  expect(page).toContain(`The text of the email <code>${damaged!.mail_id}</code> cannot be decrypted`)
  expect(page).not.toContain('v1:no-key')
  expect(`${logged.mock.calls[0]?.[0]}`).toContain(`mails.body of ${damaged!.mail_id} cannot be decrypted`)
})
