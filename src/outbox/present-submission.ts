import { RewardsError } from '../error/error.js'
import type { Client } from '../http/client.js'
import type { HeldToken } from '../token/login.js'
import type { Token } from '../token/token.js'
import type { Queue } from './queue.js'
import { type Senders, senderOf } from './senders.js'
import type { Receipt } from './settled.js'
import { submit } from './submit.js'
import { createUntilLeft } from './until-left.js'
import { isIdentifying, originalKey, type WaitingEvent } from './waiting-event.js'

export interface PresentSubmissionPorts {
  client: Client
  token: Pick<Token, 'current' | 'owner' | 'claimOwner' | 'identityId'>
  queue: Queue
  senders: Senders
  /** Stores with which token the present owner's events are sent. */
  keepSender(): Promise<void>
  /** Whether the event is still to be sent with the token of the present consumer. */
  isPresent(event: WaitingEvent): Promise<boolean>
}

/** Sends events with the token of the present consumer. */
export interface PresentSubmission {
  /** `owner` is the present owner. Throws `aborted` if the event must be attributed again. */
  submit(event: WaitingEvent, signal: AbortSignal, owner: string): Promise<Receipt>
  /** The page is being left: events are sent without waiting for storage. */
  leave(): void
}

export function createPresentSubmission(ports: PresentSubmissionPorts): PresentSubmission {
  const { client, token, queue, senders, keepSender, isPresent } = ports
  const untilLeft = createUntilLeft()

  /** Throws if another person was verified, or another token has come into force, while the event waited, for example for a token. */
  function checkConsumer(event: WaitingEvent, owner: string) {
    if (token.owner() !== owner || !isRepeatable(event, token.current())) throw mustAttributeAgain()
  }

  /** Stores the owner of the event and the token with which it is about to be sent. */
  async function prepare(event: WaitingEvent, owner: string) {
    const held = token.current()
    if (held && !senders.has(senderOf(held))) await keepSender()
    await claim(event, owner)
  }

  /** Gives the event to the present owner, unless another tab was first: on http pages, there are no locks. */
  async function claim(event: WaitingEvent, owner: string) {
    const stored = await queue.find(event)
    if (!stored || stored.owner !== event.owner) throw mustAttributeAgain()
    if (event.owner === owner) return
    // Its sender may have been stored while this tab waited for a token.
    if (!(await isPresent(event))) throw mustAttributeAgain()
    await queue.replace(event, { ...event, owner, identity_id: token.identityId() })
  }

  /** Gives the events behind an identifying event to the person whom it has identified. */
  async function reassignLater(identifying: WaitingEvent, before: string) {
    const owner = token.owner()
    // Nobody has taken the place of a person who has logged out.
    if (!owner) return
    for (const event of await queue.all())
      if (event.owner === before && originalKey(event.key) > originalKey(identifying.key))
        await queue.replace(event, { ...event, owner, identity_id: token.identityId() })
  }

  return {
    async submit(event, signal, owner) {
      const receipt = await submit(client, event, {
        signal,
        async beforeSend() {
          checkConsumer(event, owner)
          const prepared = prepare(event, owner)
          // An event of an earlier owner is sent only after its new owner is stored: otherwise nobody would know later whose event it is.
          await (event.owner === owner ? untilLeft.wait(prepared) : prepared)
          // The consumer may have changed while the storage was written.
          checkConsumer(event, owner)
        },
      })
      if (token.owner() === owner) await keepSender()
      else if (isIdentifying(event)) await reassignLater(event, owner)
      return receipt
    },
    leave: untilLeft.leave,
  }
}

/**
 * Whether the platform repeats its answer to an event that another page has ended: it comes with the same token, or from the same verified person.
 * The platform takes an unproven event of another device for another event. While no token is held, the next one decides.
 */
export const isRepeatable = ({ endedElsewhere: sent }: WaitingEvent, held: HeldToken | undefined): boolean =>
  !sent ||
  !held ||
  held.access_token === sent.access_token ||
  (held.scopes.includes('VERIFIED_CONSUMER') && held.identity_id !== undefined && held.identity_id === sent.identity_id)

/** The submission ends, and the event waits for the next one: who sends it has changed meanwhile. The host never sees this error. */
export const mustAttributeAgain = () => new RewardsError('aborted', 'The event must be attributed again')
