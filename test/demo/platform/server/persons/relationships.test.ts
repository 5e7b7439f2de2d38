import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const get = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const list = async (path: string) => (await get(path)).json()

beforeAll(async () => {
  await visit.rows(
    `insert into persons (person_id, client_id, email, created_at)
     select 'friend-' || n, 'juniper', 'friend-' || n || '@example.com', now() from generate_series(1, 120) n`,
  )
  const tie = (advocate: string, friend: string) =>
    visit.rows(
      `insert into referrals (advocate_id, friend_id, container, reason, updated_at)
       select $1, person_id, 'production', 'CONVERSION', now() from persons where person_id like $2
       order by length(person_id), person_id`,
      [advocate, friend],
    )
  await tie('grace-hopper', 'ada-lovelace')
  await tie('ada-lovelace', 'friend-%')
  // The same friend in another campaign.
  await visit.rows(
    `insert into referrals (advocate_id, friend_id, container, reason, updated_at, campaign_id)
     values ('ada-lovelace', 'friend-1', 'production', 'CONVERSION', now(), 'another')`,
  )
  await visit.rows(
    `insert into referrals (advocate_id, friend_id, container, reason, updated_at)
     values ('ada-lovelace', 'grace-hopper', 'test', 'CONVERSION', now())`,
  )
})

describe('a person’s relationships', () => {
  test('have a role and the other person, oldest first, 20 by default', async () => {
    for (const version of ['v4', 'v5']) {
      const some = await list(`/${version}/persons/ada-lovelace/relationships`)
      expect(some).toHaveLength(20)
      expect(some.slice(0, 2)).toEqual([
        { my_role: 'FRIEND', other_person_id: 'grace-hopper' },
        { my_role: 'ADVOCATE', other_person_id: 'friend-1' },
      ])
      expect(await list(`/${version}/persons/ada-lovelace/relationships?limit=1000`)).toHaveLength(121)
    }
  })

  test('can be filtered by role in version 5', async () => {
    const roles = async (query: string) =>
      new Set(
        (await list(`/v5/persons/ada-lovelace/relationships?limit=1000&${query}`)).map(
          ({ my_role }: { my_role: string }) => my_role,
        ),
      )
    expect(await roles('my_roles=ADVOCATE')).toEqual(new Set(['ADVOCATE']))
    expect(await roles('my_roles=FRIEND')).toEqual(new Set(['FRIEND']))
    expect(await roles('my_roles=ADVOCATE,FRIEND')).toEqual(new Set(['ADVOCATE', 'FRIEND']))
    expect(await roles('my_roles=ADVOCATE&my_roles=FRIEND')).toEqual(new Set(['ADVOCATE', 'FRIEND']))
  })

  test('ignore the role filter in version 4', async () => {
    expect(await list('/v4/persons/ada-lovelace/relationships?my_roles=FRIEND')).toHaveLength(20)
  })

  test.each([
    [403, 'person_not_found', '/v4/persons/nobody/relationships'],
    [403, 'person_not_found', '/v5/persons/nobody/relationships'],
    [400, 'binding_error', '/v4/persons/ada-lovelace/relationships?limit=0'],
    [400, 'binding_error', '/v4/persons/ada-lovelace/relationships?limit=1001'],
    [400, 'binding_error', '/v5/persons/ada-lovelace/relationships?limit=1001'],
    [400, 'binding_error', '/v5/persons/ada-lovelace/relationships?limit=many'],
    [400, 'binding_error', '/v5/persons/ada-lovelace/relationships?my_roles=BOSS'],
  ])('respond with %i %s to %s', async (status, code, path) => {
    const response = await get(path)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })
})
