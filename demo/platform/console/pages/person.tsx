/** @jsxImportSource hono/jsx */
import { partnerIdsOfPersons } from '../../events/partner-ids.js'
import { MAX_ENTRIES, type TimelineEntry, timelineOf } from '../../events/timeline.js'
import { RestError } from '../../http/rest-error.js'
import { identityHistoryOf } from '../../identity/identity-history.js'
import { findPerson } from '../../identity/person.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Facts, levelOfPerson, relatedPeople } from '../person-facts.js'
import { Time } from '../time.js'
import { WhyOfPerson, whyOfPerson } from '../why-of-person.js'
import { clickPath } from './click.js'
import { eventPath } from './event.js'
import { personPath, titleOfPerson } from './people.js'
import { titleOf } from './rewards.js'

/** `GET /console/people/{person_id}`: who a person is, and what happened. The id of a merged person leads to the target. */
export async function showPerson(c: ConsoleContext): Promise<Response> {
  const given = c.req.param('person_id')!
  const person = await findPerson(c.env, given)
  if (!person) throw new RestError('not_found', `${c.var.session.client_name} has no such person`)
  const { person_id, first_name, last_name } = person
  if (person_id !== given) return c.redirect(personPath(person_id), 303)
  const timeline = await timelineOf(c.env, person_id)
  return showPage(c, {
    title: titleOfPerson({ ...person, name: [first_name, last_name].filter(Boolean).join(' ') }),
    lead: <a href="/console/people">All people</a>,
    styles: ['tables.css', 'campaigns.css', 'why.css'],
    children: (
      <>
        <Facts
          person={person}
          level={await levelOfPerson(c.env, person_id)}
          identities={await identityHistoryOf(c.env, person_id)}
          partnerIds={(await partnerIdsOfPersons(c.env, [person_id])).get(person_id) ?? []}
          advocates={await relatedPeople(c.env, person_id, 'friend')}
          friends={await relatedPeople(c.env, person_id, 'advocate')}
        />
        <WhyOfPerson {...(await whyOfPerson(c.env, person_id))} />
        <h2>Timeline</h2>
        {timeline.length ? <Timeline entries={timeline} /> : <Empty>Nothing has happened yet.</Empty>}
        {timeline.length === MAX_ENTRIES && <p class="hint">These are the newest {MAX_ENTRIES}.</p>}
      </>
    ),
  })
}

const Timeline = ({ entries }: { entries: TimelineEntry[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col">Time</th>
        <th scope="col">Kind</th>
        <th scope="col">Details</th>
      </tr>
    </thead>
    <tbody>
      {entries.map(({ kind, at, name, id, state, detail, container }) => (
        <tr>
          <th scope="row">{id ? <a href={paths[kind](id)}>{name}</a> : name}</th>
          <td data-label="Time">
            <Time date={at} otherwise="" />
          </td>
          <td data-label="Kind">{kindTexts[kind]}</td>
          <td data-label="Details">
            {[state && titleOf(state), detail, container && `in the container ${container}`]
              .filter(Boolean)
              .join(', ') || 'None'}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const paths: Record<TimelineEntry['kind'], (id: string) => string> = {
  event: eventPath,
  step: eventPath,
  share: eventPath,
  reward: id => `/console/rewards/${encodeURIComponent(id)}`,
  click: clickPath,
}

const kindTexts: Record<TimelineEntry['kind'], string> = {
  event: 'Event',
  step: 'Step',
  share: 'Share',
  reward: 'Reward',
  click: 'Click',
}
