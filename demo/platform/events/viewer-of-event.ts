import { type Viewer, viewerFrom } from '../campaign/conditions.js'
import type { Level } from '../identity/level.js'
import type { ConsumerEvent } from './consumer-event.js'
import type { Participant } from './participant.js'

/** The viewer to whom the conditions of a program refer: the person of an event, with the level of its token and the audiences before its step. */
export const viewerOfEvent = (
  { data }: Pick<ConsumerEvent, 'data'>,
  { locale, audiences }: Participant,
  level: Level,
): Viewer => viewerFrom(data, { level, locale, audiences })
