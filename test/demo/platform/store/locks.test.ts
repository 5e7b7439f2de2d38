import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import type { Domain } from '../../../../demo/platform/domain.js'
import { lockEarnings } from '../../../../demo/platform/events/lock-earnings.js'
import { deleteEndedWindows } from '../../../../demo/platform/http/rate-limit.js'
import { wireNames } from '../../../../demo/platform/http/wire-names.js'
import { demo } from '../../../../demo/platform/index.js'
import type { Job } from '../../../../demo/platform/jobs/job.js'
import { settingsFrom } from '../../../../demo/platform/options.js'
import type { Queryable } from '../../../../demo/platform/store/database.js'
import { hashOf } from '../../../../demo/platform/store/id.js'
import { messageJobs, secretPlace, type WebhookSecrets } from '../../../../demo/platform/webhooks/deliver-message.js'
import { newestMail } from '../../../mails.js'
import { signJwt } from '../../../proof.js'
import { fieldIn, useConsole } from '../console/use-console.js'
import { contentsIn } from '../server/files/uploaded-file.js'
import { addReward } from '../server/rewards/add-reward.js'
import { codeOf, program, server, shop, tokenIn, usePlatform } from '../use-platform.js'

/** Requests that wait for rows that another transaction has locked. The embedded database runs one transaction at a time. */
const filesDir = await mkdtemp(join(tmpdir(), 'locks-'))
afterAll(() => rm(filesDir, { recursive: true }))
const visit = usePlatform(undefined, { filesDir })
const user = useConsole(visit)
const backend = (path: string, json: unknown) => visit.send(server + path, { token: demo.serverToken, json })

/** The mail by which the consumer of a token confirms their address. */
async function mailFor(token: string): Promise<{ id: string; link: string }> {
  const { polling_id: id } = await (await visit.send('/v4/me/send-verification-email', { token, json: {} })).json()
  const { link } = await newestMail(visit.platform, id)
  return { id, link }
}

interface Row {
  table: string
  id: string
}

const idColumns: Record<string, string> = {
  persons: 'person_id',
  rewards: 'reward_id',
  mails: 'mail_id',
  webhooks: 'webhook_id',
  report_runners: 'report_runner_id',
  sftp_servers: 'sftp_server_id',
  programs: 'campaign_id',
  clients: 'client_id',
  tokens: 'token_hash',
}

const lock = (db: Queryable, { table, id }: Row, wait = '') =>
  db.query(`select 1 from ${table} where ${idColumns[table]} = $1 for update ${wait}`, [id])

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Locks a row, sends a request, runs `work` when the request waits for the lock, and releases the lock. */
async function whileWaiting(row: Row, send: () => Promise<Response>, work: (db: Queryable) => Promise<unknown>) {
  const { db } = visit.platform
  const { response } = await db.transaction(async transaction => {
    await lock(transaction, row)
    const response = send()
    await expect.poll(() => db.query(waiting)).toHaveLength(1)
    await work(transaction)
    // In an object, so that the transaction does not wait for it.
    return { response }
  })
  return response
}

let people = 0

/** Adds a person whose id comes after those that the platform creates: two persons are locked in the order of their ids. */
async function addPerson(): Promise<{ id: string; email: string }> {
  people += 1
  const [id, email] = [`person-${people}`, `person-${people}@example.com`]
  await visit.rows('insert into persons (person_id, client_id, email, created_at) values ($1, $2, $3, now())', [
    id,
    demo.clientId,
    email,
  ])
  return { id, email }
}

describe('a request that waits for a person keeps nothing locked that a merge of the person needs:', () => {
  const isFree = (row: Row) => (db: Queryable) => expect(lock(db, row, 'nowait')).resolves.toHaveLength(1)

  test('the fulfillment of a reward', async () => {
    const person = await addPerson()
    const id = await addReward(visit, { person_id: person.id })
    const response = await whileWaiting(
      { table: 'persons', id: person.id },
      () => backend(`/v2/custom-rewards/${id}/fulfilled`, {}),
      isFree({ table: 'rewards', id }),
    )
    expect(response.status).toBe(200)
  })

  test('the verification of an anonymous consumer', async () => {
    const known = await addPerson()
    const token = await visit.anonymous()
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    const jwt = await signJwt({ email: known.email, first_name: 'Grace', scope: 'VERIFIED_CONSUMER' })
    const response = await whileWaiting(
      { table: 'persons', id: identity_id },
      () => visit.send('/v4/me', { token, headers: { 'X-Svc-Jwt': jwt } }),
      isFree({ table: 'persons', id: known.id }),
    )
    expect(await response.json()).toMatchObject({ id: known.id, first_name: 'Grace' })
  })
})

describe('what a request does for a person who is merged meanwhile goes to the target:', () => {
  const mergeInto = (target: string, id: string) => async (db: Queryable) => {
    for (const [table, column] of [
      ['tokens', 'identity_id'],
      ['mails', 'person_id'],
    ])
      await db.query(`update ${table} set ${column} = $2 where ${column} = $1`, [id, target])
    await db.query('update persons set merged_into = $2 where person_id = $1', [id, target])
  }

  test('the names in an event of the backend', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const data = { email: person.email, first_name: 'Grace' }
    const response = await whileWaiting(
      { table: 'persons', id: person.id },
      () => backend('/v6/events', { event_name: 'seen', data }),
      mergeInto(target.id, person.id),
    )
    expect((await response.json()).person_id).toBe(target.id)
    expect(await visit.rows('select first_name from persons where person_id = $1', [target.id])).toEqual([
      { first_name: 'Grace' },
    ])
  })

  test('the claim of a device', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.anonymous()
    const data = { email: person.email }
    const response = await whileWaiting(
      { table: 'persons', id: person.id },
      () => visit.send('/v6/events', { token, json: { event_name: 'seen', data } }),
      mergeInto(target.id, person.id),
    )
    expect((await response.json()).person_id).toBe(target.id)
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    expect(identity_id).toBe(target.id)
  })

  test('the event of a zone', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.identified(person.email)
    const response = await whileWaiting(
      { table: 'persons', id: person.id },
      () => visit.send('/v6/zones', { token, json: { event_name: 'global_header' } }),
      mergeInto(target.id, person.id),
    )
    const { event_id } = await response.json()
    expect(await visit.rows('select person_id from events where event_id = $1', [event_id])).toEqual([
      { person_id: target.id },
    ])
  })

  test('the share link of a zone', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.identified(person.email)
    const response = await whileWaiting(
      { table: 'persons', id: person.id },
      () => visit.send('/zones/share_experience', { token, json: {} }),
      mergeInto(target.id, person.id),
    )
    const { shareable } = await response.json()
    expect(await visit.rows('select person_id from shareables where code = $1', [shareable.code])).toEqual([
      { person_id: target.id },
    ])
  })

  test('a verification email', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.identified(person.email)
    const response = await whileWaiting(
      { table: 'persons', id: person.id },
      () => visit.send('/v4/me/send-verification-email', { token, json: {} }),
      mergeInto(target.id, person.id),
    )
    const { polling_id } = await response.json()
    expect(await visit.rows('select person_id, recipient from mails where mail_id = $1', [polling_id])).toEqual([
      { person_id: target.id, recipient: target.email },
    ])
  })

  test('the confirmation of an email address', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.identified(person.email)
    const { id, link } = await mailFor(token)
    const response = await whileWaiting(
      { table: 'mails', id },
      () => visit.send(link, { method: 'POST' }),
      async db => {
        await mergeInto(target.id, person.id)(db)
        await db.query('update persons set email = null where person_id = $1', [person.id])
        await db.query('update persons set email = $2 where person_id = $1', [target.id, person.email])
      },
    )
    expect(response.status).toBe(200)
    const { scopes } = await (await visit.send('/v5/token', { token })).json()
    expect(scopes).toContain('VERIFIED_CONSUMER')
  })

  test('but not the confirmation of an email address that the target does not have', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.identified(person.email)
    const { id, link } = await mailFor(token)
    const response = await whileWaiting(
      { table: 'mails', id },
      () => visit.send(link, { method: 'POST' }),
      mergeInto(target.id, person.id),
    )
    expect(response.status).toBe(410)
    const { identity_id, scopes } = await (await visit.send('/v5/token', { token })).json()
    expect([identity_id, scopes]).toEqual([target.id, ['LOCAL_PROFILE', 'UPDATE_PROFILE']])
  })

  test('but not that the consumer is verified, if they ask for a new token', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.verified(person.email)
    const response = await whileWaiting(
      { table: 'persons', id: person.id },
      () => visit.send('/v5/token', { token, json: { email: person.email } }),
      async db => {
        await mergeInto(target.id, person.id)(db)
        await db.query(`update tokens set scopes = array_remove(scopes, 'VERIFIED_CONSUMER') where identity_id = $1`, [
          target.id,
        ])
      },
    )
    const { access_token, scopes } = await response.json()
    expect(scopes).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
    expect((await (await visit.send('/v5/token', { token: access_token })).json()).identity_id).toBe(target.id)
  })

  test('but not that the backend has verified the consumer, whose token is being exchanged', async () => {
    const [person, target] = [await addPerson(), await addPerson()]
    const token = await visit.identified(person.email)
    await visit.send(`${server}/v4/tokens/${token}`, { method: 'PUT', token: demo.serverToken })
    let forwarded: Promise<Response> | undefined
    const response = await whileWaiting(
      { table: 'clients', id: demo.clientId },
      () => visit.send('/v4/me', { token }),
      async () => {
        forwarded = backend(`/v5/persons/${person.id}/forward`, { target_person_id: target.id })
        await expect.poll(() => visit.rows(waiting)).toHaveLength(2)
      },
    )
    expect((await forwarded!).status).toBe(200)
    const next = tokenIn(response)
    expect(next).not.toBe(token)
    const { identity_id, scopes } = await (await visit.send('/v5/token', { token: next })).json()
    expect([identity_id, scopes]).toEqual([target.id, ['LOCAL_PROFILE', 'UPDATE_PROFILE']])
  })
})

test('a proven claim that waits for its person leaves out a key that somebody else gets meanwhile', async () => {
  const { id } = await addPerson()
  await visit.rows('update persons set email = null, partner_user_id = $1 where person_id = $1', [id])
  const email = `${id}@late.example`
  const jwt = await signJwt({ partner_user_id: id, email, scope: 'VERIFIED_CONSUMER' })
  const response = await whileWaiting(
    { table: 'persons', id },
    () => visit.send('/v5/token', { json: { jwt } }),
    db => db.query('update persons set email = $2 where person_id = $1', ['grace-hopper', email]),
  )
  expect(response.status).toBe(200)
  expect(await visit.rows('select person_id from persons where email = $1', [email])).toEqual([
    { person_id: 'grace-hopper' },
  ])
  const { access_token: token } = await response.json()
  expect((await (await visit.send('/v5/token', { token })).json()).identity_id).toBe(id)
})

test('a reward that is earned while an event waits for its recipient is not earned again', async () => {
  const { id, email } = await addPerson()
  const token = await visit.identified(email)
  await visit.send(`/s/${demo.ada.code}`, { cookie: token })
  const { db } = visit.platform
  const { response } = await db.transaction(async transaction => {
    await lockEarnings(transaction, [id])
    const response = visit.send('/events', { token, json: { event_name: 'purchase', data: { cart_value: 50 } } })
    await expect.poll(() => db.query(waiting)).toHaveLength(1)
    // Without a limit, as after a merge: no index keeps the event from earning another one.
    await addReward({ rows: transaction.query, now: visit.now }, { person_id: id, reward_name: 'friend-20' })
    return { response }
  })
  expect((await response).status).toBe(200)
  const rewards = await visit.rows('select reward_name from rewards where $1 in (person_id, friend_id) order by 1', [
    id,
  ])
  expect(rewards.map(({ reward_name }) => reward_name)).toEqual(['advocate-20', 'friend-20'])
})

test('a transaction that gives rewards to several persons keeps none locked that another one needs while it waits', async () => {
  const { db } = visit.platform
  const { later } = await db.transaction(async transaction => {
    await lockEarnings(transaction, ['first'])
    const later = db.transaction(other => lockEarnings(other, ['second', 'first']))
    await expect.poll(() => db.query(waiting)).toHaveLength(1)
    const [second] = await transaction.query(
      `select pg_try_advisory_xact_lock(hashtextextended('rewards of second', 0)) as is_free`,
    )
    expect(second).toEqual({ is_free: true })
    return { later }
  })
  await later
})

test('a token that is revoked meanwhile makes no other one', async () => {
  const { access_token: token } = await (await backend('/v4/tokens', {})).json()
  const response = await whileWaiting(
    { table: 'tokens', id: hashOf(token) },
    () => visit.send(`${server}/v4/tokens`, { token, json: {} }),
    db => db.query('update tokens set is_revoked = true where token_hash = $1', [hashOf(token)]),
  )
  expect([response.status, await codeOf(response)]).toEqual([401, 'invalid_access_token'])
})

test('an event is recorded while its webhook is being deleted', async () => {
  const settings = { url: 'https://shop.example.com/hook', event_types: ['event.recorded'] }
  const { id } = await (await backend('/v6/webhooks', settings)).json()
  const response = await whileWaiting(
    { table: 'webhooks', id },
    () => backend('/v6/events', { event_name: 'browse', data: { email: 'browser@example.com' } }),
    db => db.query('delete from webhooks where webhook_id = $1', [id]),
  )
  expect(response.status).toBe(200)
  expect(await visit.rows('select 1 from webhook_messages')).toEqual([])
})

test('an attempt that ends while its webhook is being enabled keeps its message waiting', async () => {
  const settings = { url: 'https://shop.example.com/hook', event_types: ['event.recorded'], enabled: false }
  const { id } = await (await backend('/v6/webhooks', settings)).json()
  const next = new Date(visit.now)
  await visit.rows(
    `insert into webhook_messages (webhook_id, message_id, type, payload, next_attempt_at, created_at)
     values ($1, 'waits', 'event.recorded', '{}', $2, $2)`,
    [id, next],
  )
  const { db, secrets } = visit.platform
  const origins = { programOrigin: program, serverOrigin: server, landingUrl: shop, allowedOrigins: [] }
  const domain: Domain = {
    ...{ db, secrets, clientId: demo.clientId, names: wireNames('svc') },
    settings: settingsFrom({ ...origins, now: () => visit.now }),
  }
  const job = { lane: id, payload: 'waits' } as Job
  const store = await messageJobs.work(domain, job, new AbortController().signal, () => {})
  const { stored } = await db.transaction(async transaction => {
    await transaction.query('update webhooks set enabled = true where webhook_id = $1', [id])
    const stored = db.transaction(own => store({ ...domain, db: own }))
    await expect.poll(() => db.query(waiting)).toHaveLength(1)
    return { stored }
  })
  expect(await stored).toEqual(next)
})

test('of two confirmations of an email address at the same moment, one works', async () => {
  const token = await visit.identified((await addPerson()).email)
  const { id, link } = await mailFor(token)
  const { db } = visit.platform
  const { sent } = await db.transaction(async transaction => {
    await lock(transaction, { table: 'mails', id })
    const sent: Promise<Response>[] = []
    for (const waiters of [1, 2]) {
      sent.push(visit.send(link, { method: 'POST' }))
      await expect.poll(() => db.query(waiting)).toHaveLength(waiters)
    }
    return { sent }
  })
  expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 410])
})

test('of two rotations at the same moment, the second one keeps the secret of the first', async () => {
  const settings = { url: 'https://shop.example.com/hook', event_types: ['event.recorded'] }
  const { id } = await (await backend('/v6/webhooks', settings)).json()
  const { db, secrets } = visit.platform
  const { sent } = await db.transaction(async transaction => {
    await lock(transaction, { table: 'webhooks', id })
    const sent: Promise<Response>[] = []
    for (const waiters of [1, 2]) {
      sent.push(backend(`/v6/webhooks/${id}/rotate-secret`, {}))
      await expect.poll(() => db.query(waiting)).toHaveLength(waiters)
    }
    return { sent }
  })
  const given = await Promise.all(sent.map(async response => (await (await response).json()).secret))
  const [stored] = await visit.rows<WebhookSecrets>('select * from webhooks where webhook_id = $1', [id])
  const { secret, previous_secret } = stored!
  const valid = [
    secrets.open(secretPlace(id, 'secret'), secret),
    secrets.open(secretPlace(id, 'previous_secret'), previous_secret!),
  ]
  expect(valid.sort()).toEqual(given.sort())
})

describe('a device has no living token after a logout', () => {
  test.each([
    ['the logout', 'a claim'],
    ['the logout', 'a new token'],
    ['the successor', 'a claim'],
    ['the successor', 'a new token'],
  ])('if %s comes first, and %s gives the device a successor', async (first, how) => {
    const token = await visit.anonymous()
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    const [device] = await visit.rows<{ device_id: string }>('select device_id from tokens where identity_id = $1', [
      identity_id,
    ])
    const { device_id } = device!
    const email = `${device_id}@example.com`
    const logOut = () => visit.send('/v5/token', { method: 'DELETE', token })
    const replace = () =>
      how === 'a claim'
        ? visit.send('/v6/events', { token, json: { event_name: 'named', data: { email } } })
        : visit.send('/v5/token', { token, json: { email } })
    const requests = first === 'the logout' ? [logOut, replace] : [replace, logOut]
    const { db } = visit.platform
    const { sent } = await db.transaction(async transaction => {
      await transaction.query('select 1 from tokens where device_id = $1 for update', [device_id])
      const sent: Promise<Response>[] = []
      // Both requests have read the token, and wait for its row in this order.
      for (const request of requests) {
        sent.push(request())
        await expect.poll(() => db.query(waiting)).toHaveLength(sent.length)
      }
      return { sent }
    })
    const codes = (await Promise.all(sent)).map(({ status }) => status)
    expect(codes).toEqual(first === 'the logout' ? [200, 401] : [200, 200])
    expect(await visit.rows('select 1 from tokens where device_id = $1 and not is_revoked', [device_id])).toEqual([])
  })
})

describe('a token that another one creates is dead when that is revoked', () => {
  test.each(['the revocation', 'the new token'])('if %s comes first', async first => {
    const made = async (token: string) => {
      const response = await visit.send(`${server}/v4/tokens`, { token, json: {} })
      return { status: response.status, token: (await response.json()).access_token as string }
    }
    const { token: maker } = await made(demo.serverToken)
    // Its use is stored, so that no request waits for that.
    await visit.send(`${server}/v4/tokens`, { token: maker })
    const revoke = async () => visit.send(`${server}/v4/tokens/${maker}`, { method: 'DELETE', token: demo.serverToken })
    const requests = [revoke, () => made(maker)]
    if (first === 'the new token') requests.reverse()
    const { db } = visit.platform
    const { sent } = await db.transaction(async transaction => {
      await transaction.query('select 1 from tokens where token_hash = $1 for update', [hashOf(maker)])
      const sent: ReturnType<(typeof requests)[number]>[] = []
      for (const request of requests) {
        sent.push(request())
        await expect.poll(() => db.query(waiting)).toHaveLength(sent.length)
      }
      return { sent }
    })
    const codes = (await Promise.all(sent)).map(({ status }) => status)
    expect(codes).toEqual(first === 'the revocation' ? [200, 401] : [200, 200])
    const alive = await visit.rows('select 1 from tokens where made_by = $1 and not is_revoked', [hashOf(maker)])
    expect(alive).toEqual([])
  })
})

test('a token that is exchanged just before it is revoked is not revoked, nor is a token that it created', async () => {
  const made = async (token: string): Promise<string> =>
    (await (await visit.send(`${server}/v4/tokens`, { token, json: {} })).json()).access_token
  const maker = await made(demo.serverToken)
  const child = await made(maker)
  const { db } = visit.platform
  const { sent } = await db.transaction(async transaction => {
    await lock(transaction, { table: 'tokens', id: hashOf(maker) })
    const sent: Promise<Response>[] = []
    for (const [method, path] of [
      ['PUT', `exchange/${maker}`],
      ['DELETE', maker],
    ] as const) {
      sent.push(visit.send(`${server}/v4/tokens/${path}`, { method, token: demo.serverToken }))
      await expect.poll(() => db.query(waiting)).toHaveLength(sent.length)
    }
    return { sent }
  })
  const [exchanged, revoked] = await Promise.all(sent)
  expect([exchanged!.status, revoked!.status]).toEqual([200, 401])
  const { access_token: successor } = await exchanged!.json()
  for (const token of [successor, child]) expect((await visit.send(`${server}/v4/tokens`, { token })).status).toBe(200)
})

test('a report that is stored while its runner is being deleted is deleted with it', async () => {
  const runner = await (await backend('/v7/report-runners', { name: 'A report', report_type: 'EVENTS' })).json()
  await writeFile(join(filesDir, 'late-run'), 'left')
  const response = await whileWaiting(
    { table: 'report_runners', id: runner.id },
    () => visit.send(`${server}/v7/report-runners/${runner.id}`, { method: 'DELETE', token: demo.serverToken }),
    db =>
      db.query(
        `insert into report_runs (report_run_id, report_runner_id, filename, row_count, size, created_at)
         values ('late-run', $1, 'f', 0, 4, now())`,
        [runner.id],
      ),
  )
  expect(response.status).toBe(200)
  expect(await contentsIn(filesDir)).toEqual([])
})

test('a report whose runner is deleted before it is stored is not stored, and says so', async () => {
  const runner = await (await backend('/v7/report-runners', { name: 'A report', report_type: 'EVENTS' })).json()
  const response = await whileWaiting(
    { table: 'report_runners', id: runner.id },
    () => visit.send(`${server}/v7/report-runners/${runner.id}/run`, { method: 'POST', token: demo.serverToken }),
    db => db.query('delete from report_runners where report_runner_id = $1', [runner.id]),
  )
  expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  expect(await contentsIn(filesDir)).toEqual([])
})

test('of two changes of an SFTP server at the same moment, both stay', async () => {
  const settings = { host: 'sftp.example.com', username: 'reports', password: 'x' }
  const { id } = await (await backend('/v6/sftp-servers', settings)).json()
  const path = `${server}/v6/sftp-servers/${id}`
  const { db } = visit.platform
  const { sent } = await db.transaction(async transaction => {
    await lock(transaction, { table: 'sftp_servers', id })
    const sent: Promise<Response>[] = []
    for (const json of [{ name: 'Reports' }, { path: '/incoming' }]) {
      sent.push(visit.send(path, { method: 'PUT', token: demo.serverToken, json }))
      await expect.poll(() => db.query(waiting)).toHaveLength(sent.length)
    }
    return { sent }
  })
  await Promise.all(sent)
  const changed = await visit.send(path, { token: demo.serverToken })
  expect(await changed.json()).toMatchObject({ name: 'Reports', path: '/incoming' })
})

test('a clean-up of rate windows leaves one in which a request counts, and does not wait for it', async () => {
  const { db } = visit.platform
  await visit.rows(
    `insert into request_counts (key, count, ends_at) values ('counting', 1, now()), ('ended', 1, now())`,
  )
  await db.transaction(async transaction => {
    await transaction.query(`select 1 from request_counts where key = 'counting' for update`)
    await deleteEndedWindows(db, Date.now() + 1_000)
  })
  expect(await visit.rows(`select key from request_counts where key in ('counting', 'ended')`)).toEqual([
    { key: 'counting' },
  ])
})

describe('a form of the console that waits for somebody else changes nothing that its user has not seen:', () => {
  const newWebhook = async () => {
    const json = { url: 'https://shop.example.com/hooks', event_types: ['event.recorded'] }
    const { id } = await (await backend('/v6/webhooks', json)).json()
    return { id, path: `/console/webhooks/${id}` }
  }

  test('the settings of a webhook', async () => {
    const { id, path } = await newWebhook()
    const tag = fieldIn(await user.read(path), 'tag')
    const theirs = 'https://shop.example.com/theirs'
    const response = await whileWaiting(
      { table: 'webhooks', id },
      () => user.send(path, { url: 'https://shop.example.com/mine', 'type event.recorded': 'on', tag }),
      db => db.query('update webhooks set url = $2 where webhook_id = $1', [id, theirs]),
    )
    expect(response.status).toBe(409)
    expect(await visit.rows('select url from webhooks where webhook_id = $1', [id])).toEqual([{ url: theirs }])
  })

  test('the secret of a webhook', async () => {
    const { id, path } = await newWebhook()
    const tag = fieldIn(await user.read(`${path}/rotate-secret`), 'tag')
    const other = await newWebhook()
    const response = await whileWaiting(
      { table: 'webhooks', id },
      () => user.send(`${path}/rotate-secret`, { tag }),
      db =>
        db.query(
          'update webhooks set secret = (select secret from webhooks where webhook_id = $2) where webhook_id = $1',
          [...[id, other.id]],
        ),
    )
    expect(response.status).toBe(422)
    expect(await visit.rows('select previous_secret from webhooks where webhook_id = $1', [id])).toEqual([
      { previous_secret: null },
    ])
  })

  test('the settings of a client', async () => {
    const tag = fieldIn(await user.read('/console/settings'), 'tag')
    const settings = { cookie_consent: 'unset', identity_key: 'email', time_zone: 'America/New_York' }
    const response = await whileWaiting(
      { table: 'clients', id: demo.clientId },
      () => user.send('/console/settings', { ...settings, tag }),
      db => db.query(`update clients set time_zone = 'Europe/Paris' where client_id = $1`, [demo.clientId]),
    )
    expect(response.status).toBe(409)
    expect(
      await visit.rows('select cookie_consent, time_zone from clients where client_id = $1', [demo.clientId]),
    ).toEqual([{ cookie_consent: null, time_zone: 'Europe/Paris' }])
  })

  test('the live version', async () => {
    const edit = { editorId: demo.marketerId, message: '', at: new Date(visit.now) }
    const zones = (content: string) => ({ late: JSON.stringify({ creatives: [{ type: 'text', content }] }) })
    const draft = await addVersion(visit.platform, { ...edit, zones: zones('draft'), publish: false })
    const response = await whileWaiting(
      { table: 'programs', id: demo.campaignId },
      () => user.send(`/console/campaigns/${demo.campaignId}/versions/${draft}/live`, { live: '1' }),
      db => addVersion({ db, clientId: demo.clientId }, { ...edit, zones: zones('theirs'), publish: true }),
    )
    expect(await response.text()).toContain('became live in the meantime')
    expect(await visit.rows('select published_date from campaign_versions where version = $1', [draft])).toContainEqual(
      {
        published_date: null,
      },
    )
  })
})

test('the fulfillment of a reward that another process changes is left out, and the others are fulfilled', async () => {
  const fulfill_at = visit.now + 60_000
  const add = async (n: number) =>
    addReward(visit, { person_id: (await addPerson()).id, fulfill_at: new Date(fulfill_at + n) })
  const [first, second] = [await add(0), await add(1)]
  const state = async (db: Queryable, id: string) =>
    (await db.query<{ state: string }>('select state from rewards where reward_id = $1', [id]))[0]?.state
  await visit.platform.db.transaction(async transaction => {
    await transaction.query(`select 1 from jobs where kind = 'fulfillment' and lane = $1 for update`, [first])
    visit.now += 120_000
    void visit.send('/v5/token', { json: {} })
    await expect.poll(() => state(visit.platform.db, second)).toBe('FULFILLED')
    expect(await state(visit.platform.db, first)).toBe('EARNED')
  })
  await expect.poll(() => state(visit.platform.db, first)).toBe('FULFILLED')
})
