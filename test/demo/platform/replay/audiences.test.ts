import { expect, test } from 'vitest'
import { findLiveProgram } from '../../../../demo/platform/campaign/live-program.js'
import { demo } from '../../../../demo/platform/index.js'
import { type Change, replayDraft } from '../../../../demo/platform/replay/replay-draft.js'
import { publishProgram, saveProgram } from '../publish-program.js'
import { server, usePlatform } from '../use-platform.js'

const visit = usePlatform()

const hello = { name: 'hello', to: 'consumer', step: 'purchase', value: 5, type: 'USD', once_per: 'event' }
const live = {
  name: 'A test',
  label: 'a-test',
  audiences: { reviewers: { step: 'review' } },
  referral: { step: 'purchase' },
  rewards: [{ ...hello, when: { not_audience: 'reviewers' } }],
}

const send = async (token: string, event_name: string, data: object = {}) => {
  visit.now += 86_400_000
  const { headers } = await visit.send('/events', { token, json: { event_name, data } })
  expect(headers.get('X-Svc-Error-Message')).toBeNull()
}

async function replay(fields: object) {
  const version = await saveProgram(visit, JSON.stringify({ ...live, ...fields }), 'draft')
  const changes: Change[] = []
  const { campaignId } = demo
  const program = await findLiveProgram(visit.platform, campaignId)
  const draft = { campaignId, version, live: program, until: new Date(visit.now) }
  const counts = await replayDraft(visit.platform, draft, async batch => void changes.push(...batch.changes))
  return { ...counts, changes, kinds: changes.map(({ kind }) => kind) }
}

test('a person belongs to the audience that an event has joined about which a draft cannot decide', async () => {
  await publishProgram(visit, live)
  const token = await visit.identified('ivy@example.com')
  await send(token, 'review')
  await send(token, 'purchase')
  const { notDecided, kinds } = await replay({
    referral: { step: 'review' },
    rewards: [{ ...live.rewards[0], value: 10 }],
  })
  expect(notDecided).toBe(1)
  expect(kinds).toEqual([])
})

test('a person who was anonymous on another device has not left the audience', async () => {
  const token = await visit.identified('ivy@example.com')
  const device = await visit.anonymous()
  await send(device, 'purchase')
  await send(device, 'purchase', { email: 'ivy@example.com' })
  await send(token, 'purchase')
  const { kinds } = await replay({ audiences: { reviewers: { step: 'never' } } })
  expect(kinds).toEqual(['gained', 'gained', 'gained'])
})

test('a person whose two profiles the brand has merged since has not left the audience', async () => {
  const token = await visit.identified('lena@example.com')
  await send(token, 'review')
  const ask = (path: string, json?: object) => visit.send(server + path, { token: demo.serverToken, json })
  const { id: customer } = await (await ask('/v5/persons', { partner_user_id: 'C-100' })).json()
  await ask('/v6/events', { event_name: 'purchase', data: { person_id: customer } })
  const [lena] = await (await ask('/v5/persons?email=lena@example.com')).json()
  expect((await ask(`/v5/persons/${customer}/forward`, { target_person_id: lena.id })).status).toBe(200)
  await send(token, 'purchase')
  const { changes } = await replay({ audiences: { reviewers: { step: 'never' } } })
  expect(changes.filter(({ person_id }) => person_id === lena.id).at(-1)).toMatchObject({
    kind: 'gained',
    event_time: new Date(visit.now),
  })
})
