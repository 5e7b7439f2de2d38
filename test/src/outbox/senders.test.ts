// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { createSenders, type Sender } from '../../../src/outbox/senders.js'

const NAME = 'rewards:https://share.brand.com'
const ann: Sender = { owner: 'ann', access_token: 't-ann', identity_id: 'p-ann', isPerson: true }
const bob: Sender = { owner: 'bob', access_token: 't-bob', isPerson: false }

beforeEach(() => localStorage.clear())

// Without IndexedDB, as in a private window or a sandboxed frame. What a real database keeps is tried in browsers.
describe.each([
  ['where nothing may be stored', false],
  ['where the browser has no database', true],
])('senders, %s', (_, keeps) => {
  const create = () => createSenders(NAME, () => keeps)

  test('are found by their owner', async () => {
    const senders = create()
    await senders.put(ann)
    await senders.put(bob)
    expect(await senders.get('ann')).toEqual(ann)
    expect(await senders.get('nobody')).toBeUndefined()
  })

  test('are stored on the device only if that is allowed', async () => {
    await create().put(ann)
    expect(localStorage).toHaveLength(Number(keeps))
    expect(await create().get('ann')).toEqual(keeps ? ann : undefined)
  })

  test('stay in memory while a native app keeps the token', async () => {
    const senders = createSenders(
      NAME,
      () => keeps,
      () => true,
    )
    await senders.put(ann)
    expect(await senders.get('ann')).toEqual(ann)
    expect(localStorage).toHaveLength(0)
  })

  test('have the newest token of their owner', async () => {
    const senders = create()
    await senders.put(ann)
    expect(senders.has(ann)).toBe(true)
    const renewed = { ...ann, access_token: 't-ann-2' }
    expect(senders.has(renewed)).toBe(false)
    await senders.put(renewed)
    expect(await senders.get('ann')).toEqual(renewed)
  })

  test('are deleted when nothing of their owner waits', async () => {
    const senders = create()
    await senders.put(ann)
    await senders.put(bob)
    await senders.keepOnly(new Set(['bob']))
    expect(await senders.get('ann')).toBeUndefined()
    expect(await senders.get('bob')).toEqual(bob)
    expect(senders.has(ann)).toBe(false)
    await senders.keepOnlyAfterLogout(new Set())
    expect(await senders.get('bob')).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })

  test('are stored again once another tab may have removed them', async () => {
    const senders = create()
    await senders.put(ann)
    localStorage.clear()
    senders.refresh()
    await senders.put(ann)
    expect(localStorage).toHaveLength(Number(keeps))
  })
})

test('senders stay in memory when they may no longer be stored', async () => {
  let keeps = true
  const senders = createSenders(NAME, () => keeps)
  await createSenders(NAME, () => true).put(ann)
  keeps = false
  await senders.moveToMemory()
  expect(localStorage).toHaveLength(0)
  expect(await senders.get('ann')).toEqual(ann)
})

test.each([
  '{',
  'null',
  '7',
  '{"owner":1,"access_token":"t"}',
])('another script’s record is deleted: %s', async text => {
  localStorage.setItem(`${NAME}:senders|1|ann`, text)
  const senders = createSenders(NAME, () => true)
  expect(await senders.get('ann')).toBeUndefined()
  await senders.keepOnly(new Set())
  expect(localStorage).toHaveLength(0)
})

test('senders are found while they are moved back into memory', async () => {
  let keeps = true
  const senders = createSenders(NAME, () => keeps)
  await createSenders(NAME, () => true).put(ann)
  const found = senders.get('ann')
  keeps = false
  void senders.moveToMemory()
  expect(await senders.get('ann')).toEqual(ann)
  expect(await found).toEqual(ann)
})

test('a sender that is being stored during a logout is not stored', async () => {
  const senders = createSenders(NAME, () => true)
  const stored = senders.put(ann)
  await senders.keepOnlyAfterLogout(new Set())
  await stored
  expect(localStorage).toHaveLength(0)
  expect(await senders.get('ann')).toBeUndefined()
})

test('a sender whose owner logs out in another tab is not stored afterwards', async () => {
  let isPresent = true
  const senders = createSenders(NAME, () => true)
  const stored = senders.put(ann, () => isPresent)
  isPresent = false
  await stored
  expect(localStorage).toHaveLength(0)
})

test('the senders of another version are left alone', async () => {
  localStorage.setItem(`${NAME}:senders|2|bob`, JSON.stringify({ owner: 'bob', access_token: 't-bob', isPerson: true }))
  localStorage.setItem(`${NAME}:senders|2|ann`, 'something new')
  const before = { ...localStorage }
  const senders = createSenders(NAME, () => true)
  expect(await senders.get('bob')).toBeUndefined()
  await senders.keepOnly(new Set())
  expect({ ...localStorage }).toEqual(before)
})
