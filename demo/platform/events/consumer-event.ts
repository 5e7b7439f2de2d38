/** An event as the platform records it. */
export interface ConsumerEvent {
  event_id: string
  person_id: string
  name: string
  data: Record<string, unknown>
  time: Date
}
