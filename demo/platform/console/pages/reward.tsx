/** @jsxImportSource hono/jsx */
import { PRODUCTION } from '../../container.js'
import type { Domain } from '../../domain.js'
import type { RewardState } from '../../rewards/reward.js'
import { oneReward, type ServerRewardRow } from '../../server/rewards/reward.js'
import { type WhyReward, whyOfReward } from '../../why/why-of-reward.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Failure, Success } from '../message.js'
import { possibleChanges, rewardChange, takesCode } from '../reward-changes.js'
import type { Session } from '../session.js'
import { peopleById, type Side, Sides } from '../sides.js'
import { Time } from '../time.js'
import { Answers, Decisions } from '../why.js'
import { eventPath } from './event.js'
import { personPath } from './people.js'
import { formatValue, titleOf } from './rewards.js'

interface ChangeForm {
  message: string
  code: string
  error?: string
}

interface EnteredState {
  state: RewardState
  message: string | null
  created_at: Date
}

/** `GET /console/rewards/{reward_id}`: a reward with its history, and a form that changes its state. */
export async function showReward(c: ConsoleContext, form?: ChangeForm): Promise<Response> {
  const reward = await oneReward(c.env, { reward_id: c.req.param('reward_id')! })
  const [person] = await c.env.db.query<{ name: string }>(
    'select coalesce(email, partner_user_id, person_id) as name from persons where person_id = $1',
    [reward.person_id],
  )
  const states = await c.env.db.query<EnteredState>(
    'select state, message, created_at from reward_states where reward_id = $1 order by position',
    [reward.reward_id],
  )
  const why = await whyOfReward(c.env, reward.reward_id)
  return showPage(
    c,
    {
      title: `${formatValue(reward)} for ${person!.name}`,
      lead: (
        <>
          {reward.reward_name}, earned by <a href={personPath(reward.person_id)}>{person!.name}</a>
          {reward.container !== PRODUCTION && ` in the container ${reward.container}`}. Code:{' '}
          {reward.partner_reward_id ?? 'none yet'}. Supplier: {reward.reward_supplier_id} ({reward.reward_type}).
          {reward.expires_at && (
            <>
              {' '}
              Expires: <Time date={reward.expires_at} otherwise="" />.
            </>
          )}
        </>
      ),
      styles: ['tables.css', 'campaigns.css', 'why.css'],
      children: (
        <>
          {c.req.query('done') && !form && <Success>The reward is now {reward.state.toLowerCase()}.</Success>}
          <ChangeStateForm session={c.var.session} reward={reward} {...(form ?? { message: '', code: '' })} />
          <h2>Why</h2>
          <Answers answers={why.answers} here={why.reward_id} />
          <Sides sides={await sidesOf(c.env, why)} />
          <details class="rules">
            <summary>The rules in their order</summary>
            <Decisions decisions={why.decisions} />
          </details>
          <p>
            <a href={eventPath(why.event_id)}>The event that earned it</a>
          </p>
          <h2>History</h2>
          <History states={states} />
          <p>
            <a href={`/console/rewards?state=${reward.state}`}>All rewards in this state</a>
          </p>
        </>
      ),
    },
    form ? 422 : 200,
  )
}

/** The recipient, and the friend or advocate because of whom they have earned it. */
async function sidesOf(domain: Domain, { person_id, friend_id, advocate_id }: WhyReward): Promise<Side[]> {
  if (!friend_id && !advocate_id) return []
  const people = await peopleById(
    domain,
    [person_id, friend_id, advocate_id].filter(id => id !== null),
  )
  const both = [
    ['Advocate', advocate_id ?? person_id],
    ['Friend', friend_id ?? person_id],
  ] as const
  return both.flatMap(([role, id]) => {
    const person = people.get(id)
    const facts: Side['facts'] = id === person_id ? [['Earned', 'this reward']] : []
    return person ? [{ role, person, facts }] : []
  })
}

type FormProps = ChangeForm & { session: Session; reward: ServerRewardRow }

function ChangeStateForm({ session, reward, message, code, error }: FormProps) {
  const changes = possibleChanges(reward)
  if (!changes.length) return <Empty>A reward in the state {reward.state} does not change any more.</Empty>
  return (
    <form method="post" class="sheet" novalidate>
      <h2>{titleOf(reward.state)}</h2>
      <Csrf session={session} />
      {error && <Failure>{error}</Failure>}
      {takesCode(reward) && (
        <>
          <label for="code">
            Coupon code <span class="hint">(optional)</span>
          </label>
          <input id="code" name="code" value={code} maxlength={200} autocomplete="off" />
        </>
      )}
      <label for="message">
        Reason <span class="hint">(optional; for the history)</span>
      </label>
      <input id="message" name="message" value={message} maxlength={500} autocomplete="off" />
      <p class="actions">
        {changes.map((name, index) => (
          <button name="change" value={name} class={classOf(name, index)}>
            {rewardChange(name).label}
          </button>
        ))}
      </p>
    </form>
  )
}

function classOf(name: Parameters<typeof rewardChange>[0], index: number) {
  if (rewardChange(name).question) return 'danger'
  return index === 0 ? 'main' : undefined
}

const History = ({ states }: { states: EnteredState[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">State</th>
        <th scope="col">Time</th>
        <th scope="col">Reason</th>
      </tr>
    </thead>
    <tbody>
      {states.map(({ state, message, created_at }) => (
        <tr>
          <th scope="row">{titleOf(state)}</th>
          <td data-label="Time">
            <Time date={created_at} otherwise="" />
          </td>
          <td data-label="Reason">{message ?? 'None'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
