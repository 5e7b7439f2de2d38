/** @jsxImportSource hono/jsx */
import { zoneVersions } from '../../campaign/campaign-version.js'
import { PRODUCTION } from '../../container.js'
import type { Domain } from '../../domain.js'
import { withoutTokens } from '../../events/without-tokens.js'
import type { ConsoleContext } from '../console-context.js'
import { formEventsIn } from '../form-events.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'
import { zoneCampaign, zonePath } from '../zone-campaign.js'
import { eventPath } from './event.js'
import { personPath, titleOfPerson } from './people.js'
import { zoneInPath } from './zone.js'

/** More answers make no readable page: reports have all. */
const MAX_LINES = 50

interface Answer {
  event_id: string
  event_name: string
  person_id: string
  email: string | null
  partner_user_id: string | null
  name: string
  data: Record<string, unknown>
  created_at: Date
}

/** `GET /console/zones/{zone_name}/answers?campaign=`: what people have sent by the forms of a zone, newest first. */
export async function showAnswers(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const { campaignId, campaign } = await zoneCampaign(c)
  const events = formEventsIn(name, await zoneVersions(c.env, name, campaignId))
  const answers = await newestAnswers(c.env, [...events.keys()])
  return showPage(c, {
    title: `Answers: ${name}`,
    lead: (
      <>
        <a href={zonePath(name, { campaign })}>The zone {name}</a>. Its forms record{' '}
        {events.size ? [...events.keys()].join(', ') : 'no event'}. A report of the type EVENTS has all answers.
      </>
    ),
    styles: ['tables.css', 'campaigns.css'],
    children: answers.length ? (
      <>
        <AnswerTable answers={answers} labels={events} />
        {answers.length === MAX_LINES && <p class="hint">These are the newest {MAX_LINES}.</p>}
      </>
    ) : (
      <Empty>Nobody has sent this form yet.</Empty>
    ),
  })
}

/** Uses the index of the times. */
const newestAnswers = ({ db, clientId }: Domain, eventNames: string[]): Promise<Answer[]> =>
  db.query<Answer>(
    `select event_id, event_name, e.person_id, email, partner_user_id, concat_ws(' ', first_name, last_name) as name, e.data, e.created_at
     from events e join persons p using (person_id)
     where client_id = $1 and event_name = any($2) order by e.created_at desc, event_id desc limit ${MAX_LINES}`,
    [clientId, eventNames],
  )

const AnswerTable = ({ answers, labels }: { answers: Answer[]; labels: Map<string, Map<string, string>> }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Sent</th>
        <th scope="col">Person</th>
        <th scope="col">Answers</th>
      </tr>
    </thead>
    <tbody>
      {answers.map(answer => (
        <tr>
          <th scope="row">
            <a href={eventPath(answer.event_id)}>
              <Time date={answer.created_at} otherwise="" />
            </a>
          </th>
          <td data-label="Person">
            <a href={personPath(answer.person_id)}>{isAnonymous(answer) ? 'Anonymous' : titleOfPerson(answer)}</a>
          </td>
          <td data-label="Answers">
            <dl class="answers">
              {valuesOf(answer, labels.get(answer.event_name)).map(([label, value]) => (
                <>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </>
              ))}
            </dl>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const isAnonymous = ({ name, email, partner_user_id }: Answer) => !name && !email && !partner_user_id

/** The values of the form in its order, each with the label of its field, and then everything else. */
function valuesOf({ data }: Answer, labels = new Map<string, string>()): [label: string, value: string][] {
  const known = withoutTokens(data) as Record<string, unknown>
  const names = [...new Set([...labels.keys(), ...Object.keys(known)])]
  return names
    .filter(name => known[name] !== undefined && !(name === 'container' && known[name] === PRODUCTION))
    .map(name => [labels.get(name) ?? name, textOf(known[name])])
}

const textOf = (value: unknown): string =>
  value === true ? 'Yes' : value === false ? 'No' : typeof value === 'string' ? value : JSON.stringify(value)
