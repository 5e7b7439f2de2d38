import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'

/** Calls the server API. With `allowsText`, an answer that is no JSON is its text. Throws what `explainError` explains. */
export type CallPlatform = <T>(
  method: 'GET' | 'POST',
  path: string,
  json?: object,
  options?: { allowsText: boolean },
) => Promise<T>

/** A tool of an agent. */
export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** `replaces`: what was there before counts no more. */
  changes: 'nothing' | 'adds' | 'replaces'
  /** Throws if the agent cancels. */
  run(call: CallPlatform, given: Record<string, unknown>, turn: Turn): Promise<unknown>
}

/** A use of a tool by an agent. */
export interface Turn {
  /** Aborts when the agent cancels. */
  signal: AbortSignal
  /** Says how far the work is. */
  progress(done: number, total: number): Promise<void>
}

/** What the platform says about a version of a campaign and its parts. */
interface Sources {
  campaign_id: string
  version: number
  published_date: string | null
  message: string
  program: object | null
  zones: Record<string, { creatives: { type?: string; content?: { widget?: string } }[] }>
}

/** What the platform says about a replay. */
interface Replay {
  status: 'RUNNING' | 'DONE' | 'FAILED'
  processed: number
  /** 0: the events are not counted yet. */
  total: number
}

interface Moved {
  now: string
  until: string
  is_complete: boolean
  summary: string
  due: object[]
}

const campaign_id = z.string().describe('The id of the campaign, from list_programs.')
const version = z.int().optional().describe('A version of the campaign. Without it, the newest one, drafts included.')
const draft = z.int().describe('The version to replay, which changes the program: a draft that save_program has saved.')
const zone_name = z.string().describe('The name of the zone, such as share_experience.')
const person_id = z.string().describe('The id of the person, from find_people or create_person.')
const email = z.string().describe('An email address.')
const saving = {
  message: z.string().max(200).describe('What the version changes, in a few words.'),
  parent_version: z.int().describe('The version that you have read and changed. A change by others since is an error.'),
  publish: z.boolean().describe('Whether the version goes live. Otherwise it is a draft, which changes nothing.'),
}

/** Infers the type of the input from its schema. A misspelt argument is an error that names the others. */
function tool<Shape extends z.ZodRawShape>(
  name: string,
  { input, ...about }: Pick<Tool, 'title' | 'description' | 'changes'> & { input: Shape },
  run: (call: CallPlatform, given: z.infer<z.ZodObject<Shape>>, turn: Turn) => Promise<unknown>,
): Tool {
  const known = Object.keys(input).join(', ') || 'none'
  const schema = z.strictObject(input, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `${name} has no argument ${issue.keys.join(', ')}. Its arguments: ${known}`
        : undefined,
  })
  return { name, ...about, input: schema, run: (call, given, turn) => run(call, schema.parse(given), turn) }
}

/** Each does what a page of the console does, by the server API. */
export const tools: Tool[] = [
  tool(
    'list_programs',
    {
      title: 'List the programs',
      description:
        'The campaigns of the brand. Each has one program and its zones, in versions; live_version is the one that applies.',
      changes: 'nothing',
      input: {},
    },
    call => call('GET', '/v2/campaigns'),
  ),
  tool(
    'read_program',
    {
      title: 'Read a program',
      description:
        'The rules of a program as JSON: events, journeys, referral, rewards, audiences and cards; and the version that has them.',
      changes: 'nothing',
      input: { campaign_id, version },
    },
    async (call, given) => {
      const { zones, ...sources } = await sourcesOf(call, given)
      return { ...sources, zone_names: Object.keys(zones) }
    },
  ),
  tool(
    'save_program',
    {
      title: 'Save a program',
      description:
        'Saves a whole program as a new version: a draft, or live at once. Each mistake is named with its path and what is expected.',
      changes: 'replaces',
      input: {
        campaign_id,
        program: z.record(z.string(), z.unknown()).describe('The whole program, changed.'),
        ...saving,
      },
    },
    (call, { campaign_id, ...body }) => call('POST', path`/v2/campaigns/${campaign_id}/versions`, body),
  ),
  tool(
    'replay_draft',
    {
      title: 'Replay a draft',
      description:
        'What a draft of a program would change: decides again about the events of the last 90 days, by the live program and by the draft, and compares the rewards. Returns the result, or after a while how far it is: then read_replay waits for the rest.',
      changes: 'adds',
      input: { campaign_id, version: draft },
    },
    (call, { campaign_id, version }, turn) => waitForReplay(call, 'POST', replayPath(campaign_id, version), turn),
  ),
  tool(
    'read_replay',
    {
      title: 'Read a replay',
      description:
        'The result of the newest replay of a draft: rewards gained, lost and changed, with people and money. Waits a while if it runs. is_current: whether the program with which it was compared is still live.',
      changes: 'nothing',
      input: { campaign_id, version: draft },
    },
    (call, { campaign_id, version }, turn) => waitForReplay(call, 'GET', replayPath(campaign_id, version), turn),
  ),
  tool(
    'list_zones',
    {
      title: 'List the zones',
      description: 'The zones of a campaign, and the widgets in their creatives.',
      changes: 'nothing',
      input: { campaign_id, version },
    },
    async (call, given) => {
      const { zones, version } = await sourcesOf(call, given)
      const described = Object.entries(zones).map(([zone_name, { creatives }]) => ({
        zone_name,
        creatives: creatives.map(({ type = 'json', content }) => content?.widget ?? type),
      }))
      return { version, zones: described }
    },
  ),
  tool(
    'read_zone',
    {
      title: 'Read a zone',
      description:
        'The creatives of a zone as JSON, each with its content and the conditions `when` it is shown; and the version that has them.',
      changes: 'nothing',
      input: { campaign_id, zone_name, version },
    },
    async (call, given) => {
      const { zones, version } = await sourcesOf(call, given)
      const content = Object.hasOwn(zones, given.zone_name) ? zones[given.zone_name] : undefined
      if (!content)
        throw new Error(
          `Version ${version} has no zone ${given.zone_name}. Its zones are ${Object.keys(zones).join(', ')}.`,
        )
      return { zone_name: given.zone_name, version, content }
    },
  ),
  tool(
    'save_zone',
    {
      title: 'Save a zone',
      description:
        'Saves the whole content of a zone as a new version: a draft, or live at once. Other zones and the program stay as they are.',
      changes: 'replaces',
      input: {
        campaign_id,
        zone_name,
        content: z.record(z.string(), z.unknown()).describe('All creatives, as read_zone returns them in content.'),
        ...saving,
      },
    },
    (call, { campaign_id, zone_name, content, ...body }) =>
      call('POST', path`/v2/campaigns/${campaign_id}/versions`, { ...body, zones: { [zone_name]: content } }),
  ),
  tool(
    'render_zone',
    {
      title: 'Show what a zone shows',
      description:
        'The live content of a zone for one person, as if verified, or for an anonymous visitor. It is recorded as a request of that person.',
      changes: 'adds',
      input: {
        zone_name,
        email: email
          .optional()
          .describe(
            'The email address of the person. Without it: an anonymous visitor. An unknown address becomes a new person.',
          ),
        data: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('What the page says for targeting, such as locale and labels.'),
      },
    },
    (call, { zone_name, email, data }) =>
      call(
        'POST',
        '/v6/zones',
        { event_name: zone_name, data: { ...data, ...(email && { email }) } },
        { allowsText: true },
      ),
  ),
  tool(
    'find_people',
    {
      title: 'Find people',
      description:
        'The people with this email address, customer number or id of an order. All that are given must match.',
      changes: 'nothing',
      input: {
        email: email.optional(),
        partner_user_id: z.string().optional().describe('The number of the customer at the brand.'),
        partner_key: z
          .string()
          .optional()
          .describe('A partner key of the program and its value: partner_conversion_id:J-1906.'),
      },
    },
    (call, criteria) => call('GET', `/v5/persons?${new URLSearchParams(criteria)}`),
  ),
  tool(
    'create_person',
    {
      title: 'Create a person',
      description: 'A new person with an email address, a customer number, or both.',
      changes: 'adds',
      input: {
        email: email.optional(),
        partner_user_id: z.string().optional().describe('The number of the customer at the brand.'),
        first_name: z.string().optional().describe('The first name.'),
        last_name: z.string().optional().describe('The last name.'),
        locale: z.string().optional().describe('The language, such as en or pt-BR.'),
      },
    },
    (call, person) => call('POST', '/v5/persons', person),
  ),
  tool(
    'read_person',
    {
      title: 'Read a person',
      description:
        'Who a person is: profile, share links, rewards, and the timeline of all that happened, newest first. The ids in it are those that explain takes.',
      changes: 'nothing',
      input: { person_id },
    },
    async (call, { person_id }) => ({
      ...(await call<object>('GET', path`/v5/persons/${person_id}`)),
      shareables: await call('GET', path`/v5/persons/${person_id}/shareables`),
      rewards: await call('GET', path`/v5/persons/${person_id}/rewards`),
      timeline: await call('GET', path`/v5/persons/${person_id}/timeline`),
    }),
  ),
  tool(
    'create_link',
    {
      title: 'Create a share link',
      description:
        'A share link of a person. Its code refers a friend: send it as advocate_code in the data of the friend’s event.',
      changes: 'adds',
      input: { person_id },
    },
    (call, { person_id }) => call('POST', path`/v5/persons/${person_id}/shareables`, {}),
  ),
  tool(
    'send_event',
    {
      title: 'Send an event',
      description:
        'Sends an event as the backend of the brand, such as a purchase. The program is applied at once; explain says with which effects.',
      changes: 'adds',
      input: {
        event_name: z.string().describe('The name of the event, such as purchase.'),
        data: z
          .record(z.string(), z.unknown())
          .describe(
            'The data: email or person_id says whose event it is; also cart_value, partner_conversion_id, advocate_code and your own fields.',
          ),
      },
    },
    (call, event) => call('POST', '/v6/events', event),
  ),
  tool(
    'explain',
    {
      title: 'Explain why',
      description:
        'Why an event, a reward or a click on a share link had its effects: the rules in the order in which they were tried, and the value that decided.',
      changes: 'nothing',
      input: {
        kind: z
          .enum(['event', 'reward', 'click'])
          .describe('What to explain. A step of a timeline has the id of its event.'),
        id: z.string().describe('Its id, from send_event or from the timeline of read_person.'),
      },
    },
    (call, { kind, id }) => call('GET', path`/v2/${kind}s/${id}/why`),
  ),
  tool(
    'read_clock',
    {
      title: 'Read the clock',
      description: 'The time of the platform, and what is due next: rewards, messages and reports.',
      changes: 'nothing',
      input: {},
    },
    call => call('GET', '/v2/clock'),
  ),
  tool(
    'move_clock',
    {
      title: 'Move the clock forward',
      description:
        'Moves the time of the platform, for all of its brands. What is due happens in its order. The clock never goes back.',
      changes: 'replaces',
      input: {
        forward: z
          .string()
          .regex(/^(\d+[mhdw]|next)$/, 'Expected minutes, hours, days or weeks, such as 30d, or next')
          .describe('How far: 90m, 12h, 30d or 2w; next goes to the next time at which something is due.'),
      },
    },
    async (call, { forward }, { signal }) => {
      const summaries: string[] = []
      let moved = await call<Moved>('POST', '/v2/clock', { forward })
      summaries.push(moved.summary)
      // One request takes a few seconds at most.
      while (!moved.is_complete) {
        signal.throwIfAborted()
        moved = await call<Moved>('POST', '/v2/clock', { until: moved.until })
        summaries.push(moved.summary)
      }
      return { now: moved.now, happened: summaries, due: moved.due }
    },
  ),
]

const replayPath = (campaign_id: string, version: number) =>
  path`/v2/campaigns/${campaign_id}/version/${version}/replay`

/** Agents end a call that takes a minute. */
const REPLAY_PATIENCE_MS = 40_000
const REPLAY_POLL_MS = 500

/** Begins a replay (`POST`) or finds it (`GET`), and waits for its end, at most as long as an agent does. */
async function waitForReplay(
  call: CallPlatform,
  method: 'POST' | 'GET',
  path: string,
  { signal, progress }: Turn,
): Promise<Replay> {
  let replay = await call<Replay>(method, path)
  let done = 0
  const end = performance.now() + REPLAY_PATIENCE_MS
  while (replay.status === 'RUNNING' && performance.now() < end) {
    if (replay.processed > done) await progress(replay.processed, replay.total)
    done = replay.processed
    await setTimeout(REPLAY_POLL_MS, undefined, { signal })
    replay = await call('GET', path)
  }
  return replay
}

async function sourcesOf(call: CallPlatform, given: { campaign_id: string; version?: number | undefined }) {
  const { campaign_id } = given
  const version = given.version ?? (await call<Sources>('GET', path`/v2/campaigns/${campaign_id}`)).version
  return call<Sources>('GET', path`/v2/campaigns/${campaign_id}/version/${version}/sources`)
}

/** A path whose values are encoded. A value that would lead to another path is none of an id. */
const path = (texts: TemplateStringsArray, ...values: (string | number)[]) =>
  String.raw({ raw: texts }, ...values.map(value => encodeURIComponent(checkId(`${value}`))))

/** Encoded or not, `.` and `..` are steps in a path, and servers may read an encoded slash as one. */
function checkId(id: string): string {
  if (/^\.{0,2}$|[/\\]/.test(id))
    throw new Error(`${JSON.stringify(id)} is no id. Use the one that another tool has returned.`)
  return id
}
