import { z } from 'zod'
import { type BodyShape, type Fields, parseBody } from '../../http/body.js'
import { type ParameterType, parametersOf, parameterType, setParameters } from '../../identity/parameter.js'
import type { CallDocs, CallError } from '../../openapi/call-docs.js'
import { newId } from '../../store/id.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/parameters`: `{name: value}`. */
export async function showParameters(c: ProgramContext): Promise<Response> {
  return Response.json(await parametersOf(c.env, (await personOf(c)).person_id))
}

const type = parameterType.optional().describe('Default: that of the parameter. A new one is PRIVATE.')

const several = {
  schema: z
    .object({
      parameters: z.record(z.string(), z.unknown()).describe('Parameters that are not in the object stay unchanged.'),
      type,
    })
    .meta({ examples: [{ parameters: { size: 'M', balcony: true } }] }),
  accepts: ['json', 'form'],
  fromForm: ({ type, ...parameters }) => ({ parameters, type }),
} satisfies BodyShape

const one = {
  schema: z.object({ value: z.unknown(), type }).meta({ examples: [{ value: 'M' }] }),
  accepts: ['json', 'form'],
} satisfies BodyShape

/** `POST /v4/me/parameters`: sets the given parameters and keeps the others. */
export async function updateParameters(c: ProgramContext): Promise<Response> {
  const { parameters, type } = await parseBody(c.req.raw, several)
  return set(c, parameters, type)
}

/** `PUT /v4/me/parameters/{name}`: sets one parameter. */
export async function setParameter(c: ProgramContext): Promise<Response> {
  const { value, type } = await parseBody(c.req.raw, one)
  return set(c, { [c.req.param('name')!]: value }, type)
}

async function set(c: ProgramContext, parameters: Fields, type?: ParameterType): Promise<Response> {
  const { person_id } = await personOf(c)
  await setParameters(c.env, person_id, { parameters, type, by: 'consumer' })
  return Response.json({ polling_id: newId(), status: 'SUCCEEDED' })
}

const done = z.object({ polling_id: z.string(), status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']) })
const errors: CallError[] = [
  'read_only_name',
  'invalid_name',
  'invalid_value',
  'client_params_name_length_out_of_range',
  'client_params_value_length_out_of_range',
]

const description = 'A parameter that the backend has stored with the type CLIENT is `read_only_name`.'

export const parameterDocs = {
  show: {
    summary: 'Get the parameters of the consumer',
    response: z.record(z.string(), z.unknown()),
  },
  update: {
    summary: 'Set several parameters. If one is invalid, none is set',
    description,
    body: several,
    response: done,
    errors,
  },
  set: { summary: 'Set one parameter', description, body: one, response: done, errors },
} satisfies Record<string, CallDocs>
