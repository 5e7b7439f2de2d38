import * as z from 'zod/mini'
import { invalidType, RewardsError } from '../error/error.js'
import { call, change, data, id, openEnum, pathSegment, throwIfFailed } from './call.js'
import type { Connection } from './connection.js'
import { type PollOptions, poll } from './polling.js'

const schema = z.looseObject({
  polling_id: id,
  status: openEnum<'PENDING' | 'SUCCEEDED' | 'FAILED'>(),
})

/** The state of a change of parameters. */
export type ParametersStatus = Partial<z.infer<typeof schema>>

export interface ParameterOptions extends PollOptions {
  /** `PUBLIC`: the consumer's friends and advocates may see it. Default `PRIVATE`. */
  type?: 'CLIENT' | 'PRIVATE' | 'PUBLIC'
  /** Waits until a change that is still `PENDING` can be read. Throws `timeout` after `timeout`, and `aborted` on `signal`. */
  wait?: boolean
}

const PATH = '/api/v4/me/parameters'

/** The program's own data about the consumer, by name (specification 2.3). Needs a verified consumer. */
export const parameters = (connection: Connection) => {
  const all = (): Promise<Record<string, unknown>> => call(connection, data, 'GET', PATH)
  const set = async (method: string, path: string, body: object, changed: object, options: ParameterOptions) => {
    const answer: ParametersStatus =
      (await change(connection, schema, method, path, { ...body, type: options?.type })) ?? {}
    throwIfFailed('parameters', answer)
    return options?.wait && answer.status === 'PENDING'
      ? waitForChange(connection, all, changed, answer, options)
      : answer
  }
  return {
    /** Throws `scopes_denied` below verified, `invalid_response` or a platform code. */
    all,

    /**
     * Sets all of these parameters, or none; other parameters do not change. Throws `read_only_name`, `invalid_name`, `invalid_value` (also
     * if the platform answers that the change has failed) or another platform code.
     */
    update: (parameters: Record<string, unknown>, options: ParameterOptions = {}): Promise<ParametersStatus> => {
      if (Object(parameters) !== parameters) throw invalidType('parameters.update() needs an object', parameters)
      return set('POST', PATH, { parameters }, parameters, options)
    },

    /** Sets one parameter. Throws what `update` throws. */
    set: (name: string, value: unknown, options: ParameterOptions = {}): Promise<ParametersStatus> =>
      set(
        'PUT',
        `${PATH}/${pathSegment(name, 'parameters.set() needs a name')}`,
        { value },
        { [name]: value },
        options,
      ),
  }
}

/** Reads the parameters until the change is visible: the platform has no call for the state of a change. */
async function waitForChange(
  connection: Connection,
  all: () => Promise<Record<string, unknown>>,
  changed: object,
  answer: ParametersStatus,
  options: ParameterOptions,
): Promise<ParametersStatus> {
  for await (const current of poll(connection, PATH, all, options))
    if (Object.entries(changed).every(([name, value]) => toSortedJson(current[name]) === toSortedJson(value)))
      return { ...answer, status: 'SUCCEEDED' }
  throw new RewardsError(
    options.signal?.aborted ? 'aborted' : 'timeout',
    'The change was accepted but is not visible yet',
    {
      retryable: true,
    },
  )
}

/** JSON with sorted keys: a platform may return the keys of an object in another order. */
const toSortedJson = (value: unknown) =>
  JSON.stringify(value, (_, each) => (Object(each) === each ? Object.fromEntries(Object.entries(each).sort()) : each))
