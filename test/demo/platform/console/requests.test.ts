import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)
const PAGE = '/console/requests'

const address = () => `${crypto.randomUUID()}@example.com`

/** Records an event of the brand's backend. */
const submit = async (event_name: string, data: object, token: string = demo.serverToken): Promise<string> =>
  (await (await visit.send(`${server}/v6/events`, { token, json: { event_name, data } })).json()).event_id

const ask = (email: string, data: object = {}) => submit('deletion_requested', { email, ...data })

const mark = (id: string, state: string) => user.send(`${PAGE}/${id}`, { state })

/** The row of a person. */
const rowOf = (page: string, person: string) => page.split('<tr>').find(row => row.includes(`>${person}</a>`)) ?? ''

test('nobody has asked at first', async () => {
  const page = await user.read(PAGE)
  expect(page).toContain('Nobody is waiting for the deletion of their data.')
  expect(page).toContain('Open (0)')
  expect(await user.read(`${PAGE}?state=done`)).toContain('No request is done yet.')
})

describe('a request', () => {
  test('is an open task with its person, time and program, and the menu leads to the list', async () => {
    const email = address()
    const id = await ask(email)
    const [event] = await visit.rows<{ person_id: string }>('select person_id from events where event_id = $1', [id])
    const row = rowOf(await user.read(PAGE), email)
    expect(row).toContain(`href="/console/people/${event!.person_id}"`)
    expect(row).toContain(`href="/console/events/${id}"`)
    expect(row).toContain(`<time datetime="${new Date(visit.now).toISOString()}"`)
    expect(row).toContain('Give 20, get 20')
    expect(row).toContain('>Verified<')
    expect(await user.read('/console')).toContain('href="/console/requests"')
  })

  test('is marked as done once, with who and when, and opened again', async () => {
    const email = address()
    const id = await ask(email)
    const response = await mark(id, 'done')
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${PAGE}?marked=done`])
    expect(await user.read(`${PAGE}?marked=done`)).toContain('The request is done.')
    const first = await visit.rows('select done_at, done_by from deletion_requests where event_id = $1', [id])
    visit.now += 60_000
    await mark(id, 'done')
    expect(await visit.rows('select done_at, done_by from deletion_requests where event_id = $1', [id])).toEqual(first)
    expect(rowOf(await user.read(PAGE), email)).toBe('')
    const row = rowOf(await user.read(`${PAGE}?state=done`), email)
    expect(row).toContain(`by ${demo.user.email}`)
    expect(row).toContain('Open again')
    const opened = await mark(id, 'open')
    expect(await user.read(opened.headers.get('Location')!)).toContain('The request is open again.')
    expect(rowOf(await user.read(PAGE), email)).toContain('Mark as done')
    expect(rowOf(await user.read(`${PAGE}?state=done`), email)).toBe('')
  })

  test('may have another name: its data says what it is', async () => {
    const [one, other] = [address(), address()]
    await submit('forget_me', { email: one, privacy_request: 'deletion' })
    await submit('forget_me', { email: other })
    const page = await user.read(PAGE)
    expect(rowOf(page, one)).not.toBe('')
    expect(rowOf(page, other)).toBe('')
  })

  test('comes before those that are older', async () => {
    const emails = [address(), address()]
    for (const email of emails) await ask(email)
    const page = await user.read(PAGE)
    const places = emails.map(email => page.indexOf(`>${email}</a>`))
    expect(places[1]).toBeGreaterThan(0)
    expect(places[1]).toBeLessThan(places[0]!)
  })

  test('of a person who has only claimed the address says so', async () => {
    const email = address()
    const json = { event_name: 'deletion_requested', data: {} }
    await visit.send('/api/v6/events', { token: await visit.identified(email), json })
    expect(rowOf(await user.read(PAGE), email)).toContain('Not verified')
  })

  test('that is sent again is one task, also of the backend', async () => {
    const email = address()
    const data = { partner_event_id: 'deletion-2026-01-01' }
    const [one, other] = [await ask(email, data), await ask(email, data)]
    expect(other).toBe(one)
    expect((await user.read(PAGE)).split(`>${email}</a>`)).toHaveLength(2)
  })

  test('of a test container is no task', async () => {
    const email = address()
    await ask(email, { container: 'trial' })
    expect(await user.read(PAGE)).not.toContain(email)
  })

  test('follows its person when two people turn out to be one', async () => {
    const [email, other] = [address(), address()]
    const [id, kept] = [await ask(email), await submit('purchase', { email: other })]
    const person = async (event: string) =>
      (await visit.rows<{ person_id: string }>('select person_id from events where event_id = $1', [event]))[0]!
        .person_id
    const json = { target_person_id: await person(kept) }
    await visit.send(`${server}/v5/persons/${await person(id)}/forward`, { token: demo.serverToken, json })
    const page = await user.read(PAGE)
    expect(rowOf(page, other)).not.toBe('')
    expect(rowOf(page, email)).toBe('')
  })

  test('of the sandbox is not one of production, and neither can mark that of the other', async () => {
    const email = address()
    const theirs = await submit('deletion_requested', { email }, demo.sandbox.serverToken)
    expect(await user.read(PAGE)).not.toContain(email)
    expect((await mark(theirs, 'done')).status).toBe(404)
    const own = await ask(address())
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    expect(rowOf(await user.read(PAGE), email)).not.toBe('')
    expect((await mark(own, 'done')).status).toBe(404)
    await user.send('/console/client', { client_id: demo.clientId })
    const done = await visit.rows('select 1 from deletion_requests where event_id = any($1) and done_at is not null', [
      [theirs, own],
    ])
    expect(done).toEqual([])
  })

  test('whose person is called like markup shows it as text', async () => {
    await ask(address(), { first_name: '<b>Ada</b>', last_name: 'Lovelace' })
    const page = await user.read(PAGE)
    expect(page).toContain('&lt;b&gt;Ada&lt;/b&gt; Lovelace')
    expect(page).not.toContain('<b>Ada</b>')
  })
})

test('an event that asks for nothing is no task', async () => {
  const email = address()
  await submit('purchase', { email, privacy_request: true })
  expect(await user.read(PAGE)).not.toContain(email)
})
