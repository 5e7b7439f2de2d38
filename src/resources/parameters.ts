import * as z from 'zod/mini'
import { describeGiven, invalid, RewardsError } from '../http/error.js'
import { call, data, done, open, optional, segment, text } from './call.js'
import type { Connection } from './connection.js'
import { type PollOptions, poll } from './polling.js'

const schema = z.looseObject({
  polling_id: text,
  status: optional(open<'PENDING' | 'SUCCEEDED' | 'FAILED'>()),
})

/** How far a change of parameters is. */
export type ParametersStatus = z.infer<typeof schema>

export interface ParameterOptions extends PollOptions {
  /** `PUBLIC`: a friend or an advocate may see it. Default `PRIVATE`. */
  type?: 'CLIENT' | 'PRIVATE' | 'PUBLIC'
  /** Waits until a change that is still `PENDING` can be read. Throws `timeout` when it cannot be by then, `aborted` on `signal`. */
  wait?: boolean
}

const PATH = '/api/v4/me/parameters'

/** The program's own data about the consumer, by name (specification 2.3). Needs a verified consumer. */
export const parameters = (at: Connection) => {
  const all = (): Promise<Record<string, unknown>> => call(at, data, 'GET', PATH)
  const change = async (method: string, path: string, body: object, changed: object, options: ParameterOptions) => {
    const answer = await call(at, done(schema), method, path, { ...body, type: options?.type })
    return options?.wait && answer.status === 'PENDING' ? readable(at, all, changed, answer, options) : answer
  }
  return {
    /** Throws `scopes_denied` below verified | `invalid_response` | a platform code. */
    all,

    /** Sets those it names, all or none; the others stay as they are. Throws `read_only_name`, `invalid_name`, `invalid_value` … | a platform code. */
    update: (parameters: Record<string, unknown>, options: ParameterOptions = {}): Promise<ParametersStatus> => {
      if (Object(parameters) !== parameters)
        throw invalid(`parameters.update() needs an object; got ${describeGiven(parameters)}`)
      return change('POST', PATH, { parameters }, parameters, options)
    },

    /** Sets one. Throws what `update` throws. */
    set: (name: string, value: unknown, options: ParameterOptions = {}): Promise<ParametersStatus> =>
      change('PUT', `${PATH}/${segment(name, 'parameters.set() needs a name')}`, { value }, { [name]: value }, options),
  }
}

/** The platform has no call that tells how far a change is, so the parameters themselves are asked. */
async function readable(
  at: Connection,
  all: () => Promise<Record<string, unknown>>,
  changed: object,
  answer: ParametersStatus,
  options: ParameterOptions,
): Promise<ParametersStatus> {
  for await (const now of poll(at, PATH, all, options))
    if (Object.entries(changed).every(([name, value]) => inOrder(now[name]) === inOrder(value)))
      return { ...answer, status: 'SUCCEEDED' }
  throw new RewardsError(
    options.signal?.aborted ? 'aborted' : 'timeout',
    'The change was accepted but is not visible yet',
    {
      retryable: true,
    },
  )
}

/** As JSON, all that is named in one order: a platform keeps it in another than it came in. */
const inOrder = (value: unknown) =>
  JSON.stringify(value, (_, each) => (Object(each) === each ? Object.fromEntries(Object.entries(each).sort()) : each))
