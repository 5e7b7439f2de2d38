/** @jsxImportSource hono/jsx */
import { whyOfClick } from '../../why/why-of-click.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { peopleById, type Side, Sides } from '../sides.js'
import { Time } from '../time.js'
import { Answers, Decisions } from '../why.js'
import { titleOfPerson } from './people.js'

export const clickPath = (clickId: string) => `/console/clicks/${encodeURIComponent(clickId)}`

/** `GET /console/clicks/{click_id}`: why a click on a share link has referred somebody, or has not. */
export async function showClick(c: ConsoleContext): Promise<Response> {
  const click = await whyOfClick(c.env, c.req.param('click_id')!)
  const people = await peopleById(c.env, [click.advocate_id, click.person_id, click.visitor_id ?? ''])
  const sides = (
    [
      ['Advocate', click.advocate_id],
      ['Friend', click.person_id],
      ['Friend', click.visitor_id ?? ''],
    ] as const
  )
    .filter(([role, id]) => people.has(id) && (role === 'Advocate' || id !== click.advocate_id))
    .map(([role, id]): Side => ({ role, person: people.get(id)!, facts: [] }))
  return showPage(c, {
    title: `Click on ${click.code}`,
    lead: (
      <>
        <Time date={click.clicked_date} otherwise="" />
        {click.partner_share_id && `, of the share ${click.partner_share_id}`}.
      </>
    ),
    styles: ['tables.css', 'campaigns.css', 'why.css'],
    children: (
      <>
        <h2>Why</h2>
        <Answers answers={click.answers} />
        {click.campaigns.length === 0 && <Empty>No campaign refers friends.</Empty>}
        <h2>Advocate and friend</h2>
        <Sides sides={sides} />
        {click.campaigns.map(({ campaign_id, decisions }) => (
          <>
            <h2>The rules in their order: {campaign_id}</h2>
            <p class="hint">First what was bought after the click, then what would happen with a purchase now.</p>
            <Decisions
              decisions={decisions}
              names={Object.fromEntries([...people].map(([id, person]) => [id, titleOfPerson(person)]))}
            />
          </>
        ))}
      </>
    ),
  })
}
