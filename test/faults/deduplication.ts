import { randomUUID } from 'node:crypto'

/** An event under an id that no other submission has: the platform cannot know that it has it already. */
export function withoutDeduplication(body: Buffer): string {
  const event = JSON.parse(body.toString())
  return JSON.stringify({ ...event, data: { ...event.data, partner_event_id: randomUUID() } })
}
