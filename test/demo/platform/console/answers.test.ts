import { expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../../demo/platform/index.js'
import { usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const addZone = (name: string, content: object) =>
  addVersion(visit.platform, {
    zones: { [name]: JSON.stringify({ creatives: [{ content }] }) },
    editorId: demo.marketerId,
    message: '',
    publish: true,
    at: new Date(visit.now),
  })

const send = async (token: string, event_name: string, data: object) =>
  expect((await visit.send('/events', { token, json: { event_name, data } })).status).toBe(200)

/** The text of each row. */
const rowsOf = async (zone: string) =>
  [...(await user.read(`/console/zones/${zone}/answers`)).matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row]) => row!)

const fields = [
  { type: 'rating', name: 'nps', label: 'Would you <recommend> us?' },
  { type: 'text', name: 'why', label: 'Why?' },
]

test('the answers to a form stand on a page of its zone, newest first, also those of anonymous people', async () => {
  await addZone('nps', { widget: 'stack', items: [{ widget: 'form', event: 'nps_answer', fields }] })
  await send(await visit.anonymous(), 'nps_answer', { why: 'The pots', nps: 9 })
  visit.now += 1000
  await send(await visit.verified('ada@example.com'), 'nps_answer', { nps: 10 })
  await send(await visit.anonymous(), 'purchase', { nps: 1 })
  const theirs = await (await visit.send('/v5/token', { json: { client_id: demo.sandbox.clientId } })).json()
  await send(theirs.access_token, 'nps_answer', { nps: 2 })
  expect(await user.read('/console/zones/nps')).toContain(
    '<a href="/console/zones/nps/answers">Answers to its forms</a>',
  )
  const rows = await rowsOf('nps')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/Ada Lovelace.*<dt>Would you &lt;recommend&gt; us\?<\/dt><dd>10<\/dd>/s)
  expect(rows[1]).toMatch(/Anonymous.*<dt>Would you[^/]*<\/dt><dd>9<\/dd><dt>Why\?<\/dt><dd>The pots<\/dd>/s)
})

test('the event of a form without one has the name of the zone', async () => {
  await addZone('club', { widget: 'form', fields })
  expect(await user.read('/console/zones/club/answers')).toContain('Nobody has sent this form yet.')
  await send(await visit.anonymous(), 'club_submit', { why: 'Plants' })
  expect(await rowsOf('club')).toEqual([expect.stringContaining('<dd>Plants</dd>')])
})

test('a zone without a form has no link to answers', async () => {
  await addZone('formless', { widget: 'verify' })
  expect(await user.read('/console/zones/formless')).not.toContain('/answers')
})
