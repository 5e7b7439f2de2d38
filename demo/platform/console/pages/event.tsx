/** @jsxImportSource hono/jsx */
import { PRODUCTION } from '../../container.js'
import type { Domain } from '../../domain.js'
import { withoutTokens } from '../../events/without-tokens.js'
import { type WhyEvent, type WhyInCampaign, whyOfEvent } from '../../why/why-of-event.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { peopleById, type Side, Sides } from '../sides.js'
import { Time } from '../time.js'
import { Answers, Decisions } from '../why.js'
import { titleOfPerson } from './people.js'

export const eventPath = (eventId: string) => `/console/events/${encodeURIComponent(eventId)}`

/** `GET /console/events/{event_id}`: why an event has earned a reward or none, or why a zone has shown what it has shown. */
export async function showEvent(c: ConsoleContext): Promise<Response> {
  const why = await whyOfEvent(c.env, c.req.param('event_id')!)
  const { names, sides } = await peopleOf(c.env, why)
  return showPage(c, {
    title: titles[why.kind](why.event_name),
    lead: <Lead why={why} />,
    styles: ['tables.css', 'campaigns.css', 'why.css'],
    children: (
      <>
        <h2>{isEarning(why) ? 'Why' : whyNot[why.kind]}</h2>
        <Answers answers={why.answers} />
        {sides.length > 0 && <h2>{sides.length > 1 ? 'Advocate and friend' : 'Who'}</h2>}
        <Sides sides={sides} />
        {why.campaigns
          .filter(({ decisions }) => decisions.length)
          .map(campaign => (
            <>
              <h2>The rules in their order{campaign.campaign_id && `: ${campaign.campaign_id}`}</h2>
              <p class="hint">{stepText(campaign)}</p>
              <Decisions decisions={campaign.decisions} names={names} />
            </>
          ))}
        <h2>Data</h2>
        <pre class="data" dir="ltr">
          {JSON.stringify(withoutTokens(why.data), null, 2)}
        </pre>
      </>
    ),
  })
}

const titles: Record<WhyEvent['kind'], (name: string) => string> = {
  event: name => `Event ${name}`,
  zone: name => `Request of the zone ${name}`,
  refused: name => `Refused event ${name}`,
}

const whyNot: Record<WhyEvent['kind'], string> = { event: 'Why no reward?', zone: 'Why', refused: 'Why no event?' }

const isEarning = ({ answers }: WhyEvent) => answers.some(({ outcome }) => outcome === 'earned')

const Lead = ({ why: { event_date, verified, repeats, repeated_date, data } }: { why: WhyEvent }) => (
  <>
    <Time date={event_date} otherwise="" />, {verified ? 'proven' : 'not proven'}
    {typeof data.container === 'string' && data.container !== PRODUCTION && `, in the container ${data.container}`}.
    {repeats > 0 && (
      <>
        {' '}
        It came {repeats === 1 ? 'once more' : `${repeats} more times`}, last <Time date={repeated_date} otherwise="" />
        .
      </>
    )}
  </>
)

const stepText = ({ step_name, quality, version }: WhyInCampaign) =>
  step_name === null
    ? 'All campaigns that have the zone. A creative has its campaign and its position.'
    : `The step ${step_name} with the quality ${quality}, by version ${version ?? 'none'} of the campaign. These are the rules and the facts of then.`

/** The persons of the event, and their names for the table. */
async function peopleOf(domain: Domain, { person_id, known, campaigns }: WhyEvent) {
  const referral = campaigns.find(({ pair, advocate_id }) => pair ?? advocate_id)
  const advocateId = referral?.pair?.advocateId ?? referral?.advocate_id
  const people = await peopleById(
    domain,
    [person_id, advocateId].filter(id => typeof id === 'string'),
  )
  const friend = people.get(person_id ?? '')
  const advocate = people.get(advocateId ?? '')
  const audiences = (list: string[] | undefined): [string, string] => ['Audiences then', list?.join(', ') || 'None']
  const sides: Side[] = []
  if (advocate)
    sides.push({
      role: 'Advocate',
      person: advocate,
      facts: referral?.pair ? [audiences(referral.pair.advocateAudiences)] : [],
    })
  if (friend)
    sides.push({
      ...{ role: advocate ? 'Friend' : 'Person', person: friend },
      facts: known ? [['Level then', known.level], audiences(known.audiences)] : [],
    })
  return { sides, names: Object.fromEntries([...people].map(([id, person]) => [id, titleOfPerson(person)])) }
}
