import { z } from 'zod'
import { friendsOf } from '../../events/friends.js'
import { type SharingStats, sharingStatsOf } from '../../events/sharing-stats.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

/** The number of friends that network statistics include, oldest first (specification 8). */
const MAX_FRIENDS = 100

const stats = z.object({
  shares: z.int(),
  clicks: z.int(),
  conversions: z.int().meta({ description: 'Friends who were referred' }),
  earned: z.array(z.object({ value: z.number(), type: z.string() })),
}) satisfies z.ZodType<SharingStats>

const networkStats = stats.extend({ friends: z.int(), second_degree_friends: z.int() })

/** `GET /v4/persons/{person_id}/stats`: the results of the person's shares, of all time (specification 8). */
export async function showStats(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(await sharingStatsOf(c.env.db, [person_id]))
}

/** `GET /v4/persons/{person_id}/network-stats`: the same for the person's friends and their friends. */
export async function showNetworkStats(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const friends = (await friendsOf(c.env.db, [person_id])).slice(0, MAX_FRIENDS)
  const secondDegree = (await friendsOf(c.env.db, friends)).filter(id => id !== person_id && !friends.includes(id))
  return Response.json({
    friends: friends.length,
    second_degree_friends: secondDegree.length,
    ...(await sharingStatsOf(c.env.db, [...friends, ...secondDegree])),
  })
}

export const statsDocs = {
  own: {
    summary: 'Get the results of a person’s shares',
    description: 'Covers all time. For a period, add up the steps by `event_date`.',
    response: stats,
    errors: ['person_not_found'],
  },
  network: {
    summary: 'Get the results of the shares of a person’s friends',
    description: `Covers the first ${MAX_FRIENDS} friends, and their friends.`,
    response: networkStats,
    errors: ['person_not_found'],
  },
} satisfies Record<string, CallDocs>
