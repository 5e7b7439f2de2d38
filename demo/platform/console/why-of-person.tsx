/** @jsxImportSource hono/jsx */
import type { Domain } from '../domain.js'
import { type WhyClick, whyOfClick } from '../why/why-of-click.js'
import { type WhyEvent, whyOfEvent } from '../why/why-of-event.js'
import { clickPath } from './pages/click.js'
import { eventPath } from './pages/event.js'
import { Time } from './time.js'
import { AnswerLines } from './why.js'

/** The timeline leads to the others. */
const NEWEST = 3

interface WhyPerson {
  events: WhyEvent[]
  /** On the links of the person. */
  clicks: WhyClick[]
}

/** The newest events of a person that could earn or refer, and the newest clicks on their links, each with its explanation. */
export async function whyOfPerson(domain: Domain, personId: string): Promise<WhyPerson> {
  const events = await domain.db.query<{ event_id: string }>(
    `select event_id from steps s where person_id = $1 and (facts ? 'links' or facts ? 'earnings'
       or exists (select 1 from rewards r where r.event_id = s.event_id and facts is not null))
     group by event_id order by max(position) desc limit ${NEWEST}`,
    [personId],
  )
  const clicks = await domain.db.query<{ click_id: string }>(
    `select click_id from clicks where code in (select code from shareables where person_id = $1)
     order by clicks.position desc limit ${NEWEST}`,
    [personId],
  )
  const why: WhyPerson = { events: [], clicks: [] }
  for (const { event_id } of events) why.events.push(await whyOfEvent(domain, event_id))
  for (const { click_id } of clicks) why.clicks.push(await whyOfClick(domain, click_id))
  return why
}

export const WhyOfPerson = ({ events, clicks }: WhyPerson) => (
  <>
    {events.length > 0 && <h2>Why a reward, or none</h2>}
    {events.map(({ event_id, event_name, event_date, answers }) => (
      <AnswerLines href={eventPath(event_id)} answers={answers}>
        {event_name}, <Time date={event_date} otherwise="" />
      </AnswerLines>
    ))}
    {clicks.length > 0 && <h2>Clicks on their links</h2>}
    {clicks.map(({ click_id, code, clicked_date, answers }) => (
      <AnswerLines href={clickPath(click_id)} answers={answers}>
        {code}, <Time date={clicked_date} otherwise="" />
      </AnswerLines>
    ))}
  </>
)
