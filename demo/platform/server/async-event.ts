import { keepRefusal } from '../events/refusals.js'
import { withoutTokens } from '../events/without-tokens.js'
import type { Fields } from '../http/body.js'
import type { NewJob } from '../jobs/job.js'
import type { TransactionKind } from '../jobs/job-kind.js'
import { hashOf } from '../store/id.js'
import { recordForPerson } from './record-for-person.js'

interface AsyncEvent {
  name: string
  data: Fields
}

/** The jobs that record the events of `POST /v6/async-events`. */
export const asyncEvents: TransactionKind = {
  name: 'async-event',
  title: 'Asynchronous event',
  atOnce: 4,
  inOrder: true,
  maxWaiting: 10_000,
  async run(domain, { job_id, payload, created_at }) {
    const { name, data } = payload as AsyncEvent
    await recordForPerson(domain, { name, data, eventId: job_id, time: created_at })
    return undefined
  },
  refuse(domain, { job_id, payload }, reason) {
    const { name, data } = payload as AsyncEvent
    return keepRefusal(domain, { kind: 'EVENT', subject: name, event_id: job_id, reason, data })
  },
}

/** Events that name a person in the same way are recorded in the order of their acceptance. */
export function asyncEventJob(eventId: string, { name, data }: AsyncEvent): NewJob {
  const { person_id, email, partner_user_id } = data
  const person = [person_id, typeof email === 'string' ? email.trim().toLowerCase() : email, partner_user_id]
  const lane = hashOf(JSON.stringify(person.find(each => each !== undefined) ?? null))
  return { job_id: eventId, kind: asyncEvents.name, lane, payload: { name, data: withoutTokens(data) } }
}
