import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { secretPlace, type WebhookSecrets } from '../../../../demo/platform/webhooks/deliver-message.js'
import { usePlatform } from '../use-platform.js'
import { type Receiver, startReceiver, withStatus } from '../webhooks/receiver.js'
import { fieldIn, useConsole } from './use-console.js'

const visit = usePlatform(undefined, { allowPrivateAddresses: true })
const user = useConsole(visit)

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
afterEach(async () => {
  await visit.rows('delete from webhooks')
  receiver.received.length = 0
  receiver.answer = withStatus(204)
})

const BASE = '/console/webhooks'
const types = { 'type reward.earned': 'on', 'type event.recorded': 'on' }

const create = (fields: Record<string, string> = {}) => user.send(BASE, { url: receiver.url, ...types, ...fields })
const secretIn = (page: string) => /<code class="secret">(whsec_[^<]+)</.exec(page)?.[1]?.replaceAll('&#x2F;', '/')
/** Creates a webhook and returns its page. */
async function created(): Promise<string> {
  await create()
  const [row] = await visit.rows<{ webhook_id: string }>('select webhook_id from webhooks')
  return `${BASE}/${row!.webhook_id}`
}
const tagOf = async (path: string) => fieldIn(await user.read(path), 'tag')
/** Sends a form and reads the page that it leads to. */
async function follow(path: string): Promise<string> {
  return user.read((await user.send(path)).headers.get('Location')!)
}

async function storedSecret(column: keyof WebhookSecrets): Promise<string> {
  const [row] = await visit.rows<WebhookSecrets & { webhook_id: string }>('select * from webhooks')
  return visit.platform.secrets.open(secretPlace(row!.webhook_id, column), row![column]!)
}

describe('a webhook', () => {
  test('that was disabled because it failed for days says so', async () => {
    const path = await created()
    await visit.rows('update webhooks set enabled = false, failing_since = now()')
    expect(await user.read(path)).toContain('It was disabled because it failed for five days.')
    expect(await follow(`${path}/enable`)).not.toContain('failed for five days')
    await visit.rows('update webhooks set is_gone = true')
    expect(await user.read(path)).toContain('The receiver has answered with 410.')
  })

  test('is created, and shows its secret once', async () => {
    expect(await user.read(BASE)).toContain('There are no webhooks')
    const page = await (await create()).text()
    const [stored] = await visit.rows<{ webhook_id: string; event_types: string[] }>('select * from webhooks')
    expect(secretIn(page)).toBe(await storedSecret('secret'))
    expect(stored!.event_types).toEqual(['event.recorded', 'reward.earned'])
    const list = await user.read(BASE)
    expect(list).toMatch(new RegExp(`${BASE}/${stored!.webhook_id}">${receiver.url}<.*Not used yet`, 's'))
    for (const other of [list, await user.read(`${BASE}/${stored!.webhook_id}`)]) expect(other).not.toContain('whsec_')
  })

  test('is created once by a form that is sent again, also at the same time', async () => {
    const pages = await Promise.all([create(), create()])
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 422])
    const again = await create()
    expect([again.status, await again.text()]).toEqual([
      422,
      expect.stringContaining('There is a webhook with this URL'),
    ])
    expect(await visit.rows('select url from webhooks')).toEqual([{ url: receiver.url }])
    const other = await user.send(BASE, { url: receiver.url, 'type reward.sent': 'on' })
    expect(other.status).toBe(200)
  })

  test.each<[string, Record<string, string>, string]>([
    ['a text that is no URL', { url: 'shop.example' }, 'needs an https URL'],
    ['a script', { url: 'javascript:alert(1)' }, 'needs an https URL'],
    ['a password in the URL', { url: 'https://a:b@shop.example' }, 'no user, no password'],
    ['a long URL', { url: `https://shop.example/${'x'.repeat(2000)}` }, 'at most 2,000'],
  ])('is refused for %s, and the form is shown again', async (_, fields, message) => {
    const path = await created()
    for (const target of [BASE, path]) {
      const response = await user.send(target, { ...types, ...fields, tag: await tagOf(path) })
      const page = await response.text()
      expect([response.status, page]).toEqual([422, expect.stringContaining(message)])
      expect(page).toContain(`value="${fields.url}"`)
      expect(page).toMatch(/name="type reward.earned" value="on" checked/)
    }
    expect(await visit.rows('select url from webhooks')).toEqual([{ url: receiver.url }])
  })

  test('needs a type, and knows no other types than its own', async () => {
    const response = await user.send(BASE, { url: receiver.url, 'type webhook.test': 'on' })
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('Choose what')])
  })

  test('is saved, disabled, enabled and deleted', async () => {
    const path = await created()
    const form = { url: `${receiver.url}/2`, 'type reward.sent': 'on', tag: await tagOf(path) }
    const saved = await user.send(path, form)
    expect(await user.read(saved.headers.get('Location')!)).toContain('The webhook is saved')
    expect(await visit.rows('select url, event_types from webhooks')).toEqual([
      { url: `${receiver.url}/2`, event_types: ['reward.sent'] },
    ])
    expect(await follow(`${path}/disable`)).toMatch(/It gets no messages.*Disabled/s)
    expect((await user.send(`${path}/test`)).status).toBe(422)
    // Its settings can be saved meanwhile.
    expect((await user.send(path, { ...form, tag: await tagOf(path) })).status).toBe(303)
    expect(await visit.rows('select enabled from webhooks')).toEqual([{ enabled: false }])
    expect(await follow(`${path}/enable`)).toContain('The webhook is enabled')
    expect(await user.read(`${path}/delete`)).toContain('This cannot be undone')
    expect(await follow(`${path}/delete`)).toContain('The webhook is deleted')
    expect((await user.open(path)).status).toBe(404)
  })

  test('is not replaced without a warning if somebody else changed it', async () => {
    const path = await created()
    const mine = { url: receiver.url, ...types, 'type reward.sent': 'on', tag: await tagOf(path) }
    await user.send(path, { url: `${receiver.url}/theirs`, 'type reward.earned': 'on', tag: mine.tag })
    // A form that is shown again for another reason is still that of the earlier settings.
    const invalid = await (await user.send(path, { url: receiver.url, tag: mine.tag })).text()
    expect(fieldIn(invalid, 'tag')).toBe(mine.tag)
    const refused = await user.send(path, mine)
    const page = await refused.text()
    expect([refused.status, page]).toEqual([
      409,
      expect.stringMatching(/Not saved: .*theirs<\/code> for reward\.earned/s),
    ])
    expect(page).toMatch(/name="type reward.sent" value="on" checked/)
    expect(await visit.rows('select url from webhooks')).toEqual([{ url: `${receiver.url}/theirs` }])
    const again = await user.send(path, { ...mine, tag: fieldIn(page, 'tag') })
    expect(again.status).toBe(303)
    expect(await visit.rows('select url from webhooks')).toEqual([{ url: receiver.url }])
  })

  test('is not replaced either if only its types were changed', async () => {
    const path = await created()
    const tag = await tagOf(path)
    await user.send(path, { url: receiver.url, 'type reward.sent': 'on', tag })
    expect((await user.send(path, { url: receiver.url, ...types, tag })).status).toBe(409)
    expect(await visit.rows('select event_types from webhooks')).toEqual([{ event_types: ['reward.sent'] }])
  })

  test('is not replaced either if only its URL was changed', async () => {
    const path = await created()
    const tag = await tagOf(path)
    await user.send(path, { url: `${receiver.url}/theirs`, ...types, tag })
    expect((await user.send(path, { url: receiver.url, ...types, tag })).status).toBe(409)
    expect(await visit.rows('select url from webhooks')).toEqual([{ url: `${receiver.url}/theirs` }])
  })

  test('gets a new secret, which is shown once', async () => {
    const path = await created()
    const before = await storedSecret('secret')
    expect(await user.read(`${path}/rotate-secret`)).toContain('For 24 hours')
    const form = { tag: await tagOf(`${path}/rotate-secret`) }
    const page = await (await user.send(`${path}/rotate-secret`, form)).text()
    expect([secretIn(page), await storedSecret('previous_secret')]).toEqual([await storedSecret('secret'), before])
    // The page is reloaded: the browser sends the form again.
    const again = await user.send(`${path}/rotate-secret`, form)
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('The secret was rotated since')])
    expect([secretIn(page), await storedSecret('previous_secret')]).toEqual([await storedSecret('secret'), before])
    expect(page).toContain('The previous secret signs, too, until')
    expect(await user.read(path)).not.toContain('whsec_')
  })
})

describe('a message', () => {
  test('that tests the webhook is sent, and shows the answer', async () => {
    const path = await created()
    const sent = await user.send(`${path}/test`)
    const message = sent.headers.get('Location')!
    await visit.platform.deliverWebhooks()
    expect(await user.read(message)).toMatch(/Delivered\. To.*Status 204\. Delivered\..*webhook\.test/s)
    expect(receiver.received).toHaveLength(1)
    expect(await user.read(BASE)).toContain('Working')
  })

  test('that is dead is listed and replayed, alone or with all others', async () => {
    receiver.answer = withStatus(500)
    const path = await created()
    for (let number = 0; number < 3; number += 1) await user.send(`${path}/test`)
    await visit.platform.deliverWebhooks()
    expect(await user.read(BASE)).toContain('Failing')
    expect(await user.read(`${path}?state=PENDING`)).toContain('Waiting (3)')
    await visit.rows(`update webhook_messages set state = 'DEAD'`)
    const dead = await user.read(`${path}?state=DEAD`)
    expect(dead).toMatch(/Dead \(3\).*Status 500\. The receiver answers with another status than 2xx\./s)
    const links = [...dead.matchAll(/href="([^"]*\/messages\/[^"]*)"/g)].map(([, link]) => link!)
    expect(links).toHaveLength(3)
    receiver.answer = withStatus(200)
    await user.send(`${links[0]}/replay`)
    await visit.platform.deliverWebhooks()
    expect(await user.read(links[0]!)).toMatch(/Delivered\. To.*Status 500.*Status 200.*>Replay</s)
    expect(await follow(`${path}/replay`)).toContain('are delivered again')
    await visit.platform.deliverWebhooks()
    expect(await user.read(`${path}?state=DEAD`)).toContain('No message is in this state')
    expect(await user.read(BASE)).toContain('Working')
    expect(await user.read(path)).not.toContain('data-label="Last answer">Status 500')
    expect(receiver.received).toHaveLength(6)
  })

  test('that waits is not replayed', async () => {
    receiver.answer = withStatus(500)
    const path = await created()
    const sent = await user.send(`${path}/test`)
    await visit.platform.deliverWebhooks()
    expect(await user.read(sent.headers.get('Location')!)).toContain('The test message is on its way.')
    const [message] = sent.headers.get('Location')!.split('?')
    expect(await user.read(message!)).not.toContain('>Replay<')
    expect(await user.read(message!)).toContain('Next attempt: ')
    await user.send(`${path}/disable`)
    expect(await user.read(message!)).toContain('The next attempt follows when the webhook is enabled.')
    const response = await user.send(`${message}/replay`)
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('waits for its next attempt'),
    ])
    // It stays on its way: the webhook is disabled.
    await visit.rows(`update webhook_messages set state = 'DEAD'`)
    expect(await follow(`${message}/replay`)).toContain('The message is on its way again.')
  })

  test.each([
    ['a redirect', 302, '/hook', 'Status 302. The receiver answers with a redirect, which is not followed. Change'],
    ['the status 410', 410, '/hook', 'Status 410. The receiver answers with 410. This disables the webhook.'],
    ['a closed port', 204, 'http://127.0.0.1:1/', '>The receiver does not accept the connection.'],
    ['an unknown host', 204, 'http://receiver.invalid/', '>The host has no address.'],
  ])('that ends at %s says why it is not delivered', async (_, status, url, text) => {
    receiver.answer = withStatus(status)
    const path = await created()
    await visit.rows('update webhooks set url = $1', [new URL(url, receiver.url).href])
    const sent = await user.send(`${path}/test`)
    await visit.platform.deliverWebhooks()
    expect(await user.read(sent.headers.get('Location')!)).toContain(text)
  })

  test('is shown with its payload as text', async () => {
    const path = await created()
    const token = await visit.verified('ada@example.com')
    await visit.send('/v6/events', {
      token,
      json: { event_name: 'browse', data: { page: '<script>alert(1)</script>' } },
    })
    const list = await user.read(path)
    const link = /href="([^"]*\/messages\/[^"]*)"/.exec(list)![1]!
    const page = await user.read(link)
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).not.toContain('<script')
  })
})

test('the pages of an unknown webhook and message do not exist', async () => {
  const path = await created()
  for (const each of [`${BASE}/nobody`, `${path}/messages/nobody`, `${BASE}/nobody/delete`])
    expect([each, (await user.open(each)).status]).toEqual([each, 404])
})

test('the page of a webhook shows its newest 100 messages, and says so', async () => {
  const path = await created()
  await visit.rows(
    `insert into webhook_messages (webhook_id, message_id, type, payload, state, next_attempt_at, created_at)
     select webhook_id, 'msg_' || n, 'reward.earned', '{}', 'DEAD', now(), now() from webhooks, generate_series(1, 101) n`,
  )
  const page = await user.read(path)
  const shown = [...page.matchAll(/messages\/(msg_\d+)"/g)].map(([, id]) => id)
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([100, 'msg_101', 'msg_2'])
  expect(page).toContain('These are the newest 100.')
  expect(await user.read(`${path}?state=DELIVERED`)).toContain('No message is in this state')
})
