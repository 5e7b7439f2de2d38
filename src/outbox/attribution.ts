import type { Client } from '../http/client.js'
import { RewardsError } from '../http/error.js'
import { readPendingErasure } from '../session/pending-erasure.js'
import { isOwnerFromApp, type Token } from '../token/token.js'
import type { Receipt } from './outbox.js'
import { isIdentifying } from './postpone.js'
import type { Queue } from './queue.js'
import { type Sender, type Senders, senderOf } from './senders.js'
import { submit, submitAs } from './submit.js'
import { keyInOrder, timeOf, type WaitingEvent } from './waiting-event.js'

/** Whose token an event is sent with: the present consumer's, an earlier owner's, or none until its person is back. */
type Attribution = 'present' | Sender | 'absent'

export interface AttributionPorts {
  client: Client
  token: Pick<Token, 'current' | 'owner' | 'claimOwner'>
  queue: Queue
  senders: Senders
}

/** Sends each event with the token of its consumer, so that the platform records it once and for the right person. */
export interface Attributor {
  attribute(event: WaitingEvent): Attribution | Promise<Attribution>
  submit(event: WaitingEvent, signal: AbortSignal): Promise<Receipt>
  /** Stores which token the present owner's events are sent with. */
  keepSender(): Promise<void>
  /** The page is being left: events are sent without waiting for storage. */
  leave(): void
}

export function createAttributor({ client, token, queue, senders }: AttributionPorts): Attributor {
  /** Resolves when the page is being left. */
  let leaving: Promise<unknown>
  let markLeaving: (value?: unknown) => void
  expectLeaving()

  function expectLeaving() {
    leaving = new Promise(resolve => {
      markLeaving = resolve
    })
  }

  /** Answers without a promise for the present owner: a page that is being left must send in this task. */
  const attribute = (event: WaitingEvent) =>
    event.owner === token.claimOwner() ? 'present' : attributeToEarlier(event)

  async function attributeToEarlier({ owner }: WaitingEvent): Promise<Attribution> {
    const sender = owner ? await senders.get(owner) : undefined
    // Without a sender the event was never sent. Its owner has lost their token, and nothing shows that the present consumer is another person.
    if (!sender) return owner && isOwnerFromApp(owner) ? 'absent' : 'present'
    const held = token.current()
    if (held?.access_token === sender.access_token) return 'present'
    // Also if the same person now has another token: the platform may recognize a repeated event only by the token of its first attempt.
    if (!sender.isDead) return sender
    const isBack = sender.identity_id !== undefined && held?.identity_id === sender.identity_id
    const isPerson = sender.isPerson || isOwnerFromApp(sender.owner)
    return isBack || !isPerson ? 'present' : 'absent'
  }

  async function keepSender() {
    const held = token.current()
    if (held) await senders.put(senderOf(held))
  }

  async function submitAsPresent(event: WaitingEvent, signal: AbortSignal, owner: string) {
    const receipt = await submit(client, event, {
      signal,
      async beforeSend() {
        checkOwner(owner)
        const prepared = prepare(event, owner)
        // An event of an earlier owner is sent only after its new owner is stored: otherwise nobody would know later whose event it is.
        await (event.owner === owner ? Promise.race([prepared, leaving]) : prepared)
        // The consumer may have changed while the storage was written.
        checkOwner(owner)
      },
    })
    if (token.owner() === owner) await keepSender()
    else if (isIdentifying(event)) await reassignLater(event, owner)
    return receipt
  }

  /** Throws when another person was verified while the event waited, for example for a token. The event is attributed again. */
  function checkOwner(owner: string) {
    if (token.owner() !== owner) throw new RewardsError('aborted', 'The consumer changed before the event was sent')
  }

  /** Stores the owner of the event and the token that it is about to be sent with. */
  async function prepare(event: WaitingEvent, owner: string) {
    const held = token.current()
    if (held && !senders.has(senderOf(held))) await keepSender()
    await claim(event, owner)
  }

  /** Makes the event the present owner's, unless another tab was first: pages over http have no locks. */
  async function claim(event: WaitingEvent, owner: string) {
    const stored = await queue.find(event)
    if (!stored || stored.owner !== event.owner) throw new RewardsError('aborted', 'Another tab is sending the event')
    if (event.owner === owner) return
    // Its sender may have been stored while this tab waited for a token.
    if ((await attribute(event)) !== 'present') throw new RewardsError('aborted', 'The event already has a sender')
    await queue.replace(event, { ...event, owner })
  }

  /** Gives the events after one that has identified another person to that person. */
  async function reassignLater(event: WaitingEvent, before: string) {
    const owner = token.owner()
    for (const each of await queue.all())
      if (each.owner === before && keyInOrder(each.key) > keyInOrder(event.key))
        await queue.replace(each, { ...each, owner })
  }

  return {
    attribute,
    async submit(event, signal) {
      const owner = token.claimOwner()
      const sender = await attribute(event)
      if (sender === 'absent') throw new RewardsError('aborted', 'There is no token to send the event with yet')
      if (sender === 'present') return submitAsPresent(event, signal, owner)
      const isPerson = sender.isPerson || isIdentifying(event)
      return submitAs(client, event, signal, sender, changed => senders.put({ ...changed, isPerson }))
    },
    keepSender,
    leave() {
      markLeaving()
      // A page that still runs was only hidden.
      setTimeout(expectLeaving)
    },
  }
}

/**
 * Whether the event's person has logged out. Another owner alone does not end an event: it may be the same person without their cookies.
 * `name` is the name of the program's data; `owner` is the present owner, whose events came after the logout even if the clock was set.
 */
export function hasLoggedOut(name: string, event: WaitingEvent, owner: string | undefined): boolean {
  const logout = readPendingErasure(name)
  if (!logout) return false
  const isBefore = timeOf(event) < logout.at
  // A native app gives a returning person the same owner as before.
  if (event.owner !== undefined && event.owner === logout.owner) return isBefore || !isOwnerFromApp(logout.owner)
  return isBefore && event.owner !== owner
}
