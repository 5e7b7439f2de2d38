import { z } from 'zod'
import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import type { Token } from '../identity/token.js'
import type { Grant } from './bearer-token.js'

interface ResourceKind {
  /** The parameter of the paths that name the resource. */
  parameter: string
  /** Finds the resource $1 of the client $2. */
  query: string
}

/** What a token can be limited to. */
const kinds = {
  BATCH_JOB: {
    parameter: 'batch_job_id',
    query: 'select 1 from batch_jobs where batch_job_id = $1 and client_id = $2',
  },
  CAMPAIGN: {
    parameter: 'campaign_id',
    query: 'select 1 from programs where campaign_id = $1 and client_id = $2',
  },
  FILE: { parameter: 'file_id', query: 'select 1 from files where file_id = $1 and client_id = $2' },
  PERSON: {
    parameter: 'person_id',
    query: 'select 1 from persons where person_id = $1 and client_id = $2 and merged_into is null',
  },
  REWARD: {
    parameter: 'reward_id',
    query: 'select 1 from rewards join persons using (person_id) where reward_id = $1 and client_id = $2',
  },
} satisfies Record<string, ResourceKind>

type ResourceType = keyof typeof kinds

export const resource = z.strictObject({ type: z.enum(Object.keys(kinds) as ResourceType[]), id: z.string() })

/**
 * Limits a grant to a resource. The identity of a RESOURCE token is its resource (specification 1). Throws `invalid_parameter`
 * if the client has no such resource, and `access_denied` if the grant is already limited to another one.
 */
export async function limitGrant(domain: Domain, grant: Grant, { type, id }: z.infer<typeof resource>): Promise<Grant> {
  if (grant.resource_type && (grant.resource_type !== type || grant.identity_id !== id)) throw denied(grant)
  if (!(await exists(domain, type, id)))
    throw new RestError('invalid_parameter', 'The client has no such resource', { parameters: { type, id } })
  return { ...grant, type: 'RESOURCE', resource_type: type, identity_id: id }
}

/**
 * Checks that a call is about the resource of the token, or about the token itself. A person who was merged into another one is no
 * longer the resource of a token: the token was not given for the data of the other person. Throws `access_denied`.
 */
export async function checkResource(
  domain: Domain,
  token: Token,
  path: string,
  parameter: (name: string) => string | undefined,
): Promise<void> {
  if (!token.resource_type) return
  if (path === '/v4/tokens' || parameter('token') === token.access_token) return
  const type = token.resource_type as ResourceType
  const isAboutResource = parameter(kinds[type].parameter) === token.identity_id
  if (!isAboutResource || !(await exists(domain, type, token.identity_id))) throw denied(token)
}

async function exists({ db, clientId }: Domain, type: ResourceType, id: string): Promise<boolean> {
  return (await db.query(kinds[type].query, [id, clientId])).length > 0
}

const denied = ({ resource_type, identity_id }: Pick<Grant, 'resource_type' | 'identity_id'>) =>
  new RestError('access_denied', 'The token is limited to another resource', {
    parameters: { resource: { type: resource_type, id: identity_id } },
  })
