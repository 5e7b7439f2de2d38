// People who take part in a program. They only use the HTTP interfaces.

import { demo } from '../../../../../demo/platform/index.js'
import { type Call, server, tokenIn, type Visit } from '../../use-platform.js'

export interface Reward {
  reward_id: string
  reward_name: string
  state: string
  face_value: number
  face_value_type: string
  partner_reward_id: string | null
  journey_name: string
}

/** Calls of the brand's backend. */
export function backendOf(visit: Visit) {
  const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
  return {
    send,
    async personId(email: string): Promise<string> {
      const [person] = await (await send(`/v5/persons?email=${email}`)).json()
      return person.id
    },
    /** The rewards of a person, oldest first. */
    async rewards(email: string): Promise<Reward[]> {
      return (await (await send(`/v5/persons/${await this.personId(email)}/rewards`)).json()).reverse()
    },
    async stepNames(email: string): Promise<string[]> {
      const steps = await (await send(`/v5/persons/${await this.personId(email)}/steps`)).json()
      return steps.map(({ step_name }: { step_name: string }) => step_name).reverse()
    },
  }
}

/** Creates an advocate with a share link. */
export async function advocate(visit: Visit, email: string) {
  const token = await visit.verified(email)
  const { code, link } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
  const data = { advocate_code: code, 'share.channel': 'copy' }
  await visit.send('/v6/events', { token, json: { event_name: 'share', data } })
  return { token, code: code as string, path: new URL(link).pathname }
}

/** A visitor who, with a path, opens the link and makes a purchase. Returns their token. */
export async function purchase(visit: Visit, email: string, data: object = {}, path?: string): Promise<string> {
  const token = path ? tokenIn(await visit.send(path)) : await visit.anonymous()
  const json = { event_name: 'purchase', data: { email, cart_value: 50, ...data } }
  return tokenIn(await visit.send('/events', { token, json }))
}
