/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Answer, AnswerInCampaign, Decision } from '../why/explanation.js'
import { codeText, ruleText, valueText } from '../why/rule-text.js'

const outcomeTexts: Record<Answer['outcome'], string> = {
  earned: 'Yes',
  none: 'No',
  waiting: 'Waits',
  ended: 'Ended',
  received: 'Received',
  shown: 'Shown',
}

/** What an answer without a name is about, by its code. */
const titles: Record<string, string> = {
  duplicate: 'Repetition',
  refused: 'The event',
  referred: 'Referral',
  no_purchase: 'Referral',
  other_link: 'Referral',
}

/** Whether something was earned, in one word. */
const Outcome = ({ answer: { outcome } }: { answer: Answer }) => (
  <span class={`badge ${outcome}`}>{outcomeTexts[outcome]}</span>
)

/** The reason in one line: the rule, what it asks for, and the value that decided. */
const Reason = ({ answer: { code, expected, value, outcome } }: { answer: Answer }) => {
  const isAsked = expected !== null && expected !== undefined && code !== 'approval'
  const isRepeated = code === 'duplicate'
  const isGot = !isRepeated && value !== null && value !== undefined && outcome !== 'earned' && code !== 'once_per'
  const details = [
    isRepeated && `${value} more`,
    isAsked && `asked for ${valueText(expected)}`,
    isGot && `got ${valueText(value)}`,
  ].filter(Boolean)
  return (
    <>
      {codeText(code)}
      {details.length > 0 && <span class="hint">: {details.join(', ')}</span>}
    </>
  )
}

/** Where the reward is that an answer names. */
const rewardIn = ({ code, value }: Answer) =>
  ['earned', 'merge', 'once_per'].includes(code) && typeof value === 'string' ? value : undefined

/** The answers, each with a text that somebody of support can send. */
export const Answers = ({ answers, here }: { answers: AnswerInCampaign[]; here?: string }) => (
  <div class="answers">
    {answers.map(answer => (
      <article class={`sheet answer ${answer.outcome}`}>
        <h3>
          {answer.name ?? titles[answer.code] ?? 'Reward'} <Outcome answer={answer} />
        </h3>
        <p>
          <Reason answer={answer} />
          {answer.campaign_id && <span class="hint"> ({answer.campaign_id})</span>}
          {rewardIn(answer) !== here && rewardIn(answer) && (
            <>
              {' '}
              <a href={`/console/rewards/${rewardIn(answer)}`}>See the reward</a>
            </>
          )}
        </p>
        <p class="copy-label">{copyTexts[answer.to]}</p>
        <p class="secret">{answer.text}</p>
      </article>
    ))}
  </div>
)

const copyTexts: Record<Answer['to'], string> = {
  consumer: 'To send to the customer',
  friend: 'To send to the friend',
  advocate: 'To send to the advocate',
}

/** The answers in one line each, with a link to the page that has the rules. */
export const AnswerLines = ({ answers, href, children }: { answers: Answer[]; href: string; children?: Child }) => (
  <article class="sheet lines">
    <h3>
      <a href={href}>{children}</a>
    </h3>
    <ul>
      {answers.map(answer => (
        <li>
          <Outcome answer={answer} /> {answer.name && <strong>{answer.name}: </strong>}
          <Reason answer={answer} />
        </li>
      ))}
    </ul>
  </article>
)

/** The decisions in their order, each with the rules that were tried. */
export const Decisions = ({ decisions, names = {} }: { decisions: Decision[]; names?: Record<string, string> }) => (
  <table class="decisions">
    <thead>
      <tr>
        <th scope="col">Rule</th>
        <th scope="col">Asks for</th>
        <th scope="col">Got</th>
        <th scope="col">Met</th>
      </tr>
    </thead>
    {decisions.map(({ about, name, outcome, checks }) => (
      <tbody>
        <tr class="decision">
          <th scope="rowgroup" colspan={4}>
            {aboutTexts[about]} <span class="subject">{names[name] ?? name}</span>{' '}
            <span class="hint">{outcome.replaceAll('_', ' ').toLowerCase()}</span>
          </th>
        </tr>
        {checks.map(({ rule, expected, value, isMet }) => (
          <tr>
            <th scope="row">{ruleText(rule)}</th>
            <td data-label="Asks for">{expected === null || expected === undefined ? '' : valueText(expected)}</td>
            <td data-label="Got">{names[String(value)] ?? valueText(value)}</td>
            <td data-label="Met">
              <span class={isMet ? 'met yes' : 'met no'}>{isMet ? 'Yes' : 'No'}</span>
            </td>
          </tr>
        ))}
      </tbody>
    ))}
  </table>
)

const aboutTexts: Record<Decision['about'], string> = {
  quality: 'Quality',
  advocate: 'Advocate by',
  referral: 'Referral by',
  reward: 'Reward',
  audience: 'Audience',
  creative: 'Creative',
  fulfillment: 'Fulfillment of',
  purchase: 'Event',
}
