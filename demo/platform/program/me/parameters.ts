import { z } from 'zod'
import { bind, type Fields, readBody } from '../../http/body.js'
import { newId } from '../../store/id.js'
import { type ProgramContext, personOf } from '../consumer-call.js'
import { type ParameterType, parametersOf, parameterType, setParameters } from './parameter.js'

/** `GET /v4/me/parameters`: `{name: value}`. */
export async function showParameters(c: ProgramContext): Promise<Response> {
  return Response.json(await parametersOf(c.env, (await personOf(c)).person_id))
}

const type = parameterType.optional()
const several = z.object({ parameters: z.record(z.string(), z.unknown()), type })
const one = z.object({ value: z.unknown(), type })

/** `POST /v4/me/parameters`: sets those it names, and leaves the others as they are. */
export async function updateParameters(c: ProgramContext): Promise<Response> {
  const { fields, from } = await readBody(c.req.raw, ['json', 'form'])
  const { type: inForm, ...parameters } = fields
  const update = bind(several, from === 'form' ? { parameters, type: inForm } : fields)
  return set(c, update.parameters, update.type)
}

/** `PUT /v4/me/parameters/{name}`: sets one. */
export async function setParameter(c: ProgramContext): Promise<Response> {
  const { value, type } = bind(one, (await readBody(c.req.raw, ['json', 'form'])).fields)
  return set(c, { [c.req.param('name')!]: value }, type)
}

async function set(c: ProgramContext, parameters: Fields, type?: ParameterType): Promise<Response> {
  const { person_id } = await personOf(c)
  await setParameters(c.env, person_id, parameters, type)
  return Response.json({ polling_id: newId(), status: 'SUCCEEDED' })
}
