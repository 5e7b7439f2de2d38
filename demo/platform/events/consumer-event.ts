/** An event as the platform records it. */
export interface ConsumerEvent {
  event_id: string
  person_id: string
  name: string
  data: Record<string, unknown>
  time: Date
  /** What happened later does not count. Null: the event has no time of its own, so that all that is stored happened earlier. */
  until: Date | null
}
