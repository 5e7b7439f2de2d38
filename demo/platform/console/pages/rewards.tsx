/** @jsxImportSource hono/jsx */

import { PRODUCTION } from '../../container.js'
import { type RewardState, rewardStates, stateInRequest } from '../../rewards/reward.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'

interface RewardLine {
  reward_id: string
  reward_name: string
  face_value: string
  face_value_type: string
  created_at: Date
  person: string
}

/** More rewards make no readable page. */
const MAX_LINES = 100

/** `GET /console/rewards?state=`: the rewards in a state, newest first. At first those that wait for the brand. */
export async function showRewards(c: ConsoleContext): Promise<Response> {
  const state = stateInRequest.safeParse(c.req.query('state')).data ?? 'EARNED'
  const counts = await c.env.db.query<{ state: RewardState; count: number }>(
    `select state, count(*)::int as count from rewards join programs using (campaign_id) where client_id = $1
       and container = '${PRODUCTION}' group by state`,
    [c.env.clientId],
  )
  const rewards = await c.env.db.query<RewardLine>(
    `select reward_id, reward_name, face_value, face_value_type, r.created_at, coalesce(email, partner_user_id, person_id) as person
     from rewards r join programs using (campaign_id) join persons using (person_id)
     where programs.client_id = $1 and state = $2 and container = '${PRODUCTION}' order by r.position desc limit ${MAX_LINES}`,
    [c.env.clientId, state],
  )
  const countOf = (name: RewardState) => counts.find(each => each.state === name)?.count ?? 0
  return showPage(c, {
    title: 'Rewards',
    lead: 'Earned rewards wait for your approval, or for the fulfillment by the program. Rewards of test containers are not listed: see the page of their person.',
    children: (
      <>
        <nav class="tabs" aria-label="State">
          <ul>
            {rewardStates.map(each => (
              <li>
                <a href={`/console/rewards?state=${each}`} aria-current={each === state ? 'page' : undefined}>
                  {titleOf(each)} ({countOf(each)})
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {rewards.length ? <RewardTable rewards={rewards} /> : <Empty>No reward is in this state.</Empty>}
        {countOf(state) > MAX_LINES && <p class="hint">These are the newest {MAX_LINES}.</p>}
      </>
    ),
  })
}

/** The name of a state in a sentence: Earned. */
export const titleOf = (state: RewardState) => state[0] + state.slice(1).toLowerCase()

export const formatValue = ({ face_value, face_value_type }: Pick<RewardLine, 'face_value' | 'face_value_type'>) =>
  `${Number(face_value)} ${face_value_type}`

const RewardTable = ({ rewards }: { rewards: RewardLine[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Person</th>
        <th scope="col">Reward</th>
        <th scope="col">Value</th>
        <th scope="col">Earned</th>
      </tr>
    </thead>
    <tbody>
      {rewards.map(reward => (
        <tr>
          <th scope="row">
            <a href={`/console/rewards/${reward.reward_id}`}>{reward.person}</a>
          </th>
          <td data-label="Reward">{reward.reward_name}</td>
          <td data-label="Value">{formatValue(reward)}</td>
          <td data-label="Earned">
            <Time date={reward.created_at} otherwise="" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
