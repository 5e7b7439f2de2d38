/** @jsxImportSource hono/jsx */
import type { Domain } from '../../domain.js'
import {
  type ChangeCounts,
  changeKinds,
  findReplay,
  type Replay,
  type ReplayResult,
  readResult,
} from '../../replay/read-replay.js'
import { REPLAYED_DAYS, sinceOf } from '../../replay/replay-draft.js'
import { campaignInPath, versionInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { moneyText, numberText } from '../figure-texts.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Failure } from '../message.js'
import type { Session } from '../session.js'
import { peopleById } from '../sides.js'
import { Time } from '../time.js'
import { personPath, titleOfPerson } from './people.js'

/** More people make no readable page. The file has all. */
const MAX_PEOPLE = 100

/** How often the page is loaded again while the replay runs. */
const REFRESH_SECONDS = 2

/** The page that says what a draft would change. `campaign` is the path of the campaign. */
export const replayPath = (campaign: string, version: number) => `${campaign}/versions/${version}/replay`

/** `GET /console/campaigns/{campaign_id}/versions/{version}/replay`: which rewards of the last 90 days a draft would change, with people and money. */
export async function showReplay(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { version, message, changes_program } = versionInPath(c, campaign)
  const draft = { campaignId: campaign.campaign_id, version }
  const replay = await findReplay(c.env, draft)
  const path = `${campaign.path}/versions/${version}`
  const page = await showPage(c, {
    title: `What would version ${version} change?`,
    lead: (
      <>
        <a href={campaign.path}>{campaign.name}</a>, <a href={path}>version {version}</a>: {message || 'no description'}
      </>
    ),
    styles: ['tables.css', 'campaigns.css', 'home.css'],
    children: changes_program ? (
      <>
        <Start session={c.var.session} replay={replay} publish={`${path}/live`} />
        {replay?.status === 'DONE' && (
          <Result
            {...(await resultOf(c.env, draft))}
            replay={replay}
            file={`${replayPath(campaign.path, version)}.csv`}
          />
        )}
      </>
    ) : (
      <Empty>This version changes zones only. The program, and with it every reward, stays as it is.</Empty>
    ),
  })
  if (replay?.status === 'RUNNING') page.headers.set('Refresh', String(REFRESH_SECONDS))
  return page
}

interface StartProps {
  session: Session
  replay: Replay | undefined
  /** The path of the page that publishes the draft. */
  publish: string
}

function Start({ session, replay, publish }: StartProps) {
  if (replay?.status === 'RUNNING') return <Running replay={replay} />
  const isOld = replay && !replay.is_current
  return (
    <>
      <p>
        The platform decides again about the events of the last {REPLAYED_DAYS} days: once by the live program, and once
        by this version. It compares who earns which reward, and its value. Nothing else changes.
      </p>
      {replay?.status === 'FAILED' && <Failure>The replay has stopped with an error. Start it again.</Failure>}
      {isOld && <Failure>Another version has become live since. Start it again.</Failure>}
      <form method="post" class="actions">
        <Csrf session={session} />
        <button class={replay && !isOld ? undefined : 'main'}>{replay ? 'Start again' : 'Start'}</button>
        {replay?.status === 'DONE' && <a href={publish}>Publish this version</a>}
        {replay && (
          <span class="hint">
            Last started <Time date={replay.started_at} otherwise="" />
          </span>
        )}
      </form>
    </>
  )
}

const Running = ({ replay: { processed, total } }: { replay: Replay }) => (
  <div class="sheet" role="status">
    <label for="progress">
      {total ? `${numberText(processed)} of ${numberText(total)} events` : 'Counting the events'}
    </label>
    <progress id="progress" max={total || 1} value={total ? processed : undefined} />
    <p class="hint">
      You can leave this page: the replay goes on. The page is loaded again each {REFRESH_SECONDS} seconds.
    </p>
  </div>
)

interface Shown extends ReplayResult {
  names: Map<string, string>
}

async function resultOf(domain: Domain, draft: { campaignId: string; version: number }): Promise<Shown> {
  const result = await readResult(domain, draft, MAX_PEOPLE)
  const people = await peopleById(
    domain,
    result.people.map(({ person_id }) => person_id),
  )
  return { ...result, names: new Map([...people].map(([id, person]) => [id, titleOfPerson(person)])) }
}

function Result({ counts, rewards, money, people, names, replay, file }: Shown & { replay: Replay; file: string }) {
  return (
    <>
      <h2>
        {numberText(replay.total)} {replay.total === 1 ? 'event' : 'events'} since{' '}
        <Time date={sinceOf(replay.started_at)} otherwise="" />
      </h2>
      <Gaps replay={replay} />
      {rewards.length === 0 ? (
        <Empty>No reward would change.</Empty>
      ) : (
        <>
          <p>{summaryOf(counts)}</p>
          <Rewards rewards={rewards} />
          <Money money={money} />
          <h2>People</h2>
          <p>
            <a href={file} download>
              Download all changes (CSV)
            </a>
          </p>
          <People people={people} names={names} />
          {counts.people > people.length && (
            <p class="hint">
              These are the {MAX_PEOPLE} people with the most changes, of {numberText(counts.people)}. The file has all.
            </p>
          )}
        </>
      )}
    </>
  )
}

/** `3 rewards gained, 1 lost, 2 with another value, for 5 people.` */
function summaryOf({ gained, lost, changed, moved, people }: ReplayResult['counts']): string {
  const parts = [
    [gained, 'gained'],
    [lost, 'lost'],
    [changed, 'with another value'],
    [moved, 'earned by another event'],
  ].flatMap(([count, text]) => (count ? [`${numberText(Number(count))} ${text}`] : []))
  return `Rewards: ${parts.join(', ')}; for ${numberText(people)} ${people === 1 ? 'person' : 'people'}.`
}

/** The events about which nothing, or not everything, is known. */
function Gaps({ replay: { not_kept, not_decided, with_facts_of_now } }: { replay: Replay }) {
  const gaps: [count: number, text: string][] = [
    [not_kept, 'were recorded before the platform kept what it knew. What they have earned stays as it is.'],
    [
      not_decided,
      'cannot be decided by both programs: no links were kept with their step. What they have earned stays as it is.',
    ],
    [with_facts_of_now, 'have another advocate by this version. The advocate’s audiences and blocks are those of now.'],
  ]
  const known = gaps.filter(([count]) => count > 0)
  if (known.length === 0) return null
  return (
    <ul class="hint">
      {known.map(([count, text]) => (
        <li>
          {numberText(count)} of them {text}
        </li>
      ))}
    </ul>
  )
}

const Rewards = ({ rewards }: Pick<ReplayResult, 'rewards'>) => (
  <table class="numbers">
    <thead>
      <tr>
        <th scope="col">Reward</th>
        <CountHeadings />
      </tr>
    </thead>
    <tbody>
      {rewards.map(({ reward_name, ...counts }) => (
        <tr>
          <th scope="row">{reward_name}</th>
          <CountCells counts={counts} />
        </tr>
      ))}
    </tbody>
  </table>
)

const titles: Record<keyof ChangeCounts, string> = {
  gained: 'Gained',
  lost: 'Lost',
  changed: 'Other value',
  moved: 'Other event',
}

const CountHeadings = () => (
  <>
    {changeKinds.map(kind => (
      <th scope="col">{titles[kind]}</th>
    ))}
  </>
)

const CountCells = ({ counts }: { counts: ChangeCounts }) => (
  <>
    {changeKinds.map(kind => (
      <td data-label={titles[kind]}>{numberText(counts[kind])}</td>
    ))}
  </>
)

const Money = ({ money }: Pick<ReplayResult, 'money'>) =>
  money.length === 0 ? null : (
    <>
      <h2>Money</h2>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">Gained</th>
            <th scope="col">Lost</th>
            <th scope="col">In all</th>
          </tr>
        </thead>
        <tbody>
          {money.map(({ type, gained, lost, difference }) => (
            <tr>
              <th scope="row">{type}</th>
              <td data-label="Gained">{numberText(gained)}</td>
              <td data-label="Lost">{numberText(lost)}</td>
              <td data-label="In all">{signed(difference, numberText)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">“In all” includes rewards with another value. Discounts in percent have no sum.</p>
    </>
  )

const signed = (value: number, write: (value: number) => string) =>
  value === 0 ? '±0' : `${value > 0 ? '+' : '−'}${write(Math.abs(value))}`

const People = ({ people, names }: Pick<Shown, 'people' | 'names'>) => (
  <table class="numbers">
    <thead>
      <tr>
        <th scope="col">Person</th>
        <CountHeadings />
        <th scope="col">In all</th>
      </tr>
    </thead>
    <tbody>
      {people.map(({ person_id, differences, ...counts }) => (
        <tr>
          <th scope="row">
            <a href={personPath(person_id)}>{names.get(person_id) ?? person_id}</a>
          </th>
          <CountCells counts={counts} />
          <td data-label="In all">
            {Object.entries(differences)
              .map(([type, value]) => signed(value, worth => moneyText(worth, type)))
              .join(', ') || '±0'}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
