import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import { everyCall, type Ids, namesOfCalls } from './every-call.js'
import { useProgram, type Visitor } from './program.js'

const program = useProgram()
const SECRET = 'the-owner’s-own'
let owner: Visitor
let ids: Ids

/** All that the platform keeps about the owner, as it stands in its tables. */
const kept = async () => {
  const tables = ['persons', 'parameters', 'events', 'shareables', 'shares', 'steps', 'journeys', 'assets', 'rewards']
  const all = tables.map(table =>
    program.rows(`select * from ${table} where person_id = $1 order by 1, 2, 3`, [ids.person]),
  )
  return JSON.stringify(await Promise.all(all))
}

beforeAll(async () => {
  owner = await program.verified('owner@example.com')
  const { rewards } = owner
  await rewards.profile.update({ first_name: SECRET, last_name: SECRET, partner_user_id: SECRET })
  await rewards.parameters.update({ size: SECRET })
  const asset = await rewards.assets.create(new File([SECRET], `${SECRET}.txt`, { type: 'text/plain' }), {
    name: 'secret',
    tags: [SECRET],
  })
  const { code } = await rewards.shareables.getOrCreate({ key: 'secret', content: { title: SECRET } })
  await rewards.track('share', { message: SECRET, advocate_code: code, partner_share_id: 'secret-share' })
  const receipt = await rewards.track('purchase', { note: SECRET, polling_id: true })
  const [share] = await rewards.shares.list()
  const { id: person } = await rewards.profile.get()
  ids = { person: person!, asset: asset.id, share: share!.share_id, code, polling: receipt.polling_id! }
  await program.rows(
    `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, journey_name, face_value,
       face_value_type, container, data, created_at)
     select 'r-1', 'secret', $1, $2, $4, 'Give 20, get 20', 10, 'USD', 'production', $3, now()`,
    [person, receipt.event_id, { note: SECRET }, demo.campaignId],
  )
  await program.rows(`insert into audience_memberships values ($1, $2, now(), now())`, [person, SECRET])
  await program.rows(
    `insert into referrals (advocate_id, friend_id, code, container, reason, updated_at)
     values ($1, 'grace-hopper', $2, 'production', $3, now()), ('ada-lovelace', $1, null, 'production', $3, now())`,
    [person, code, SECRET],
  )
})

test('the list contains every call', () => {
  expect(Object.keys(everyCall).sort(), 'complete test/src/resources/every-call.ts').toEqual(namesOfCalls().sort())
})

test('the owner can read everything that the others must not', async () => {
  const { rewards } = owner
  const answers = [
    ...[rewards.profile.get(), rewards.parameters.all(), rewards.assets.list(), rewards.audienceMemberships.list()],
    ...[rewards.referrals.fromMe(), rewards.referrals.toMe(), rewards.rewardStatus.get({ polling_id: ids.polling })],
    ...[rewards.shares.get(ids.share), rewards.steps.list(), rewards.shareables.get(ids.code)],
    rewards.assets.download(ids.asset).then(blob => blob.text()),
  ]
  for (const answer of await Promise.all(answers)) expect(JSON.stringify(answer)).toContain(SECRET)
})

describe.each([
  'anonymous',
  'identified',
  'verified',
  'the owner by email address only',
])('a stranger who is %s', level => {
  test('gets nothing of the owner from any call, and changes nothing', async () => {
    const stranger =
      level === 'anonymous'
        ? program.visitor()
        : level === 'verified'
          ? await program.verified('stranger@example.com')
          : await program.identified(level === 'identified' ? 'stranger@example.com' : 'owner@example.com')
    const before = await kept()
    // Who claims to be the owner may be told what is not private, and add to it: their first name and their links.
    const claims = level.startsWith('the owner')
    const shown = claims ? ['profile.get', 'shareables.', 'assets.', 'audienceMemberships.', 'email.'] : []
    for (const [name, call] of Object.entries(everyCall)) {
      if (shown.some(each => name.startsWith(each))) continue
      const answer = await call(stranger.rewards, ids).catch(({ code, message, parameters }) => ({
        code,
        message,
        parameters,
      }))
      expect(JSON.stringify(answer) ?? '', name).not.toContain(SECRET)
    }
    if (!claims) expect(await kept()).toBe(before)
    expect(stranger.requests.length).toBeGreaterThan(15)
  })
})
