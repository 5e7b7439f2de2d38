import * as z from 'zod/mini'
import { textOf } from '../base/text-of.js'
import { invalidType, RewardsError } from '../error/error.js'
import type { WaitOptions } from '../http/wait.js'
import { call, change, data, id, openEnum, pathSegment, requireObject, throwIfFailed } from './call.js'
import type { Connection } from './connection.js'
import { poll } from './polling.js'

const schema = z.looseObject({
  polling_id: id,
  status: openEnum<'PENDING' | 'SUCCEEDED' | 'FAILED'>(),
})

/** The state of a change of parameters. */
export type ParametersStatus = Partial<z.infer<typeof schema>>

export interface ParameterOptions extends WaitOptions {
  /** `PUBLIC`: the consumer's friends and advocates may see it. Default `PRIVATE`. */
  type?: 'CLIENT' | 'PRIVATE' | 'PUBLIC' | undefined
  /** Waits until the change can be read, if the platform does not say that it has succeeded: for ten minutes, or as long as `timeout` says. */
  wait?: boolean | undefined
}

const PATH = '/api/v4/me/parameters'

/** The program's own data about the consumer, by name (specification 2.3). Needs a verified consumer: the calls throw `scopes_denied` below that. */
export const parameters = (connection: Connection) => {
  const all = (): Promise<Record<string, unknown>> => call(connection, data, 'GET', PATH)
  const set = async (method: string, path: string, body: object, changed: object, options: ParameterOptions) => {
    const answer: ParametersStatus =
      (await change(connection, schema, method, path, { ...body, type: options?.type })) ?? {}
    throwIfFailed('parameters', answer)
    return options?.wait && answer.status !== 'SUCCEEDED'
      ? waitForChange(connection, all, changed, answer, options)
      : answer
  }
  return {
    /** Throws `invalid_response` or a platform code. */
    all,

    /**
     * Sets all of these parameters, or none; other parameters do not change. Throws `read_only_name`, `invalid_name`, `invalid_value` (also
     * if the platform answers that the change has failed), `client_params_name_length_out_of_range`, `client_params_value_length_out_of_range` or
     * another platform code.
     */
    update: (parameters: Record<string, unknown>, options: ParameterOptions = {}): Promise<ParametersStatus> => {
      requireObject('parameters.update()', parameters)
      return set('POST', PATH, { parameters }, parameters, options)
    },

    /** Sets one parameter. Throws what `update` throws. */
    set: (
      name: string,
      value: NonNullable<unknown> | null,
      options: ParameterOptions = {},
    ): Promise<ParametersStatus> => {
      const path = `${PATH}/${pathSegment(name, 'parameters.set() needs a name')}`
      if (value === undefined) throw invalidType('parameters.set() needs a value', value)
      return set('PUT', path, { value }, { [name]: value }, options)
    },
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
    if (Object.entries(changed).every(([name, value]) => asText(current[name]) === asText(value)))
      return { ...answer, status: 'SUCCEEDED' }
  throw new RewardsError('timeout', 'The change was accepted but is not visible yet', { retryable: true })
}

/**
 * The text by which values are compared: a platform may keep a number as text, take a parameter away for null, and return the keys of an object in
 * another order.
 */
const asText = (value: unknown) =>
  textOf(value ?? '') ??
  JSON.stringify(value, (_, each) => (Object(each) === each ? Object.fromEntries(Object.entries(each).sort()) : each))
