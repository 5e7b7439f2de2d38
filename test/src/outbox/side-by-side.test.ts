import { expect, test } from 'vitest'
import { createSideBySide, type SideBySide } from '../../../src/outbox/side-by-side.js'
import type { Result } from '../../../src/outbox/submissions.js'
import { postponedKey, type WaitingEvent } from '../../../src/outbox/waiting-event.js'
import { waiting } from './waiting.js'

const event = (owner = 'ann') => waiting('order', { owner })

/** Sends an event. Returns what ends it. */
function send(sideBySide: SideBySide, sent: WaitingEvent) {
  let end: (result: Result) => void = () => {}
  sideBySide.add(sent, new Promise<Result>(resolve => (end = resolve)))
  return async (result: Result = 'settled') => {
    end(result)
    await new Promise(setImmediate)
  }
}

/** Events of Ann can join: the platform has answered one. */
async function afterAnswer() {
  const sideBySide = createSideBySide()
  await send(sideBySide, event())()
  return sideBySide
}

test('an event has room if none is under way', () => {
  expect(createSideBySide().hasRoomFor(event())).toBe(true)
})

test('no event joins the first, which the platform has not answered', () => {
  const sideBySide = createSideBySide()
  send(sideBySide, event())
  expect(sideBySide.hasRoomFor(event())).toBe(false)
})

test('six of one owner are under way together after the first answer', async () => {
  const sideBySide = await afterAnswer()
  const ends = []
  for (let count = 0; count < 6; count++) {
    expect(sideBySide.hasRoomFor(event())).toBe(true)
    ends.push(send(sideBySide, event()))
  }
  expect(sideBySide.hasRoomFor(event())).toBe(false)
  await ends[3]!()
  expect(sideBySide.keys().size).toBe(5)
  expect(sideBySide.hasRoomFor(event())).toBe(true)
})

test.each<[string, WaitingEvent]>([
  ['of another owner', event('bob')],
  ['that identifies somebody', waiting('order', { owner: 'ann', data: { email: 'ann@example.com' } })],
  ['that was postponed', { ...event(), key: postponedKey(event().key) }],
])('an event %s does not join, and none joins it', async (_, other) => {
  const sideBySide = await afterAnswer()
  const end = send(sideBySide, event())
  expect(sideBySide.hasRoomFor(other)).toBe(false)
  await end()
  send(sideBySide, other)
  expect(sideBySide.hasRoomFor(event())).toBe(false)
  expect(sideBySide.hasRoomFor(event('bob'))).toBe(false)
})

test.each<Result>(['waiting', 'unsent'])('none joins another after a submission that ends as %s', async result => {
  const sideBySide = await afterAnswer()
  const [first, second] = [send(sideBySide, event()), send(sideBySide, event())]
  await first(result)
  expect(sideBySide.hasRoomFor(event())).toBe(false)
  await second()
  await send(sideBySide, event())()
  send(sideBySide, event())
  expect(sideBySide.hasRoomFor(event())).toBe(false)
})

test('a wait ends with the first answer, and at once if none is under way', async () => {
  const sideBySide = await afterAnswer()
  await sideBySide.oneAnswered()
  send(sideBySide, event())
  const end = send(sideBySide, event())
  const answered = sideBySide.oneAnswered()
  await end()
  await answered
  expect(sideBySide.keys().size).toBe(1)
})
