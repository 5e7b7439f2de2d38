import type { Client } from '../http/client.js'
import { RewardsError } from '../http/error.js'
import { readLogoutMarker } from '../session/logout-marker.js'
import { isNamedByApp, type Token } from '../token/token.js'
import type { Receipt } from './outbox.js'
import { namesSomebody } from './postpone.js'
import type { Queue } from './queue.js'
import { type Sender, type Senders, senderOf } from './senders.js'
import { submit, submitAs } from './submit.js'
import { keyInOrder, timeOf, type WaitingEvent } from './waiting-event.js'

/** As whom an event is sent: as the consumer on the page, as an owner of before, or not now, until its person is back. */
type Attribution = 'present' | Sender | 'not now'

export interface AttributionHooks {
  client: Client
  token: Pick<Token, 'current' | 'owner' | 'claimOwner'>
  queue: Queue
  senders: Senders
}

/** Sends each event as the consumer it belongs to, so that the platform records it once and for the right person. */
export interface Attributor {
  of(event: WaitingEvent): Attribution | Promise<Attribution>
  submit(event: WaitingEvent, signal: AbortSignal): Promise<Receipt>
  /** Writes down with which token the present owner's events are sent. */
  keepSender(): Promise<void>
  /** The page may be going: what is sent now has no time to wait for what is written, and what waits for that already is sent. */
  leave(): void
}

export function createAttributor({ client, token, queue, senders }: AttributionHooks): Attributor {
  /** Resolves when the page may be going. */
  let left: Promise<unknown>
  let markLeft: (value?: unknown) => void
  stay()

  function stay() {
    left = new Promise(resolve => {
      markLeft = resolve
    })
  }

  /** Nothing is looked up for the present owner's: a page that is left has no time for it. */
  const of = (event: WaitingEvent) => (event.owner === token.claimOwner() ? 'present' : ofAnother(event))

  async function ofAnother({ owner }: WaitingEvent): Promise<Attribution> {
    const sender = owner ? await senders.get(owner) : undefined
    // Without a sender it was never sent, by whoever has lost their token since: whoever is here now is the same person, as far as is known.
    if (!sender) return owner && isNamedByApp(owner) ? 'not now' : 'present'
    const held = token.current()
    if (held?.access_token === sender.access_token) return 'present'
    // Also where the same person is here with another token: the platform may know an event again only by the token that it came with first.
    if (!sender.isDead) return sender
    const isBack = sender.identity_id !== undefined && held?.identity_id === sender.identity_id
    const isPerson = sender.isPerson || isNamedByApp(sender.owner)
    return isBack || !isPerson ? 'present' : 'not now'
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
        // An event of an earlier owner is never sent before it has its new one: nobody would know afterwards whose it has become.
        await (event.owner === owner ? Promise.race([prepared, left]) : prepared)
        // The storage may have taken a while.
        checkOwner(owner)
      },
    })
    if (token.owner() === owner) await keepSender()
    else if (namesSomebody(event)) await follow(event, owner)
    return receipt
  }

  /** Another person was proved while the event waited, for a token say: it is looked at anew. */
  function checkOwner(owner: string) {
    if (token.owner() !== owner) throw new RewardsError('aborted', 'The consumer changed before the event was sent')
  }

  /** Writes down with which token the event is about to be sent, and as whose. */
  async function prepare(event: WaitingEvent, owner: string) {
    const held = token.current()
    if (held && !senders.has(senderOf(held))) await keepSender()
    await claim(event, owner)
  }

  /** Makes the event the present owner's, unless another tab has come first: on pages over http there are no locks. */
  async function claim(event: WaitingEvent, owner: string) {
    const now = await queue.find(event)
    if (!now || now.owner !== event.owner) throw new RewardsError('aborted', 'Another tab is sending the event')
    if (event.owner === owner) return
    // Its sender may have been written while this tab waited for a token.
    if ((await of(event)) !== 'present') throw new RewardsError('aborted', 'The event already has a sender')
    await queue.replace(event, { ...event, owner })
  }

  /** Those behind an event that has named another person are that person's. */
  async function follow(event: WaitingEvent, before: string) {
    const owner = token.owner()
    for (const each of await queue.all())
      if (each.owner === before && keyInOrder(each.key) > keyInOrder(event.key))
        await queue.replace(each, { ...each, owner })
  }

  return {
    of,
    async submit(event, signal) {
      const owner = token.claimOwner()
      const sender = await of(event)
      if (sender === 'not now') throw new RewardsError('aborted', 'There is no token to send the event with yet')
      if (sender === 'present') return submitAsPresent(event, signal, owner)
      const isPerson = sender.isPerson || namesSomebody(event)
      return submitAs(client, event, signal, sender, changed => senders.put({ ...changed, isPerson }))
    },
    keepSender,
    leave() {
      markLeft()
      // A page that is there still was only hidden.
      setTimeout(stay)
    },
  }
}

/**
 * Only a logout ends an event, and not another owner: that may be the same person, who has lost their cookies. `name` is the store's,
 * `owner` the present one, whose events have come after the logout, by whatever clock.
 */
export function hasLoggedOut(name: string, event: WaitingEvent, owner: string | undefined): boolean {
  const mark = readLogoutMarker(name)
  if (!mark) return false
  const isBefore = timeOf(event) < mark.at
  // A native app gives whoever is back the same owner as before.
  if (event.owner !== undefined && event.owner === mark.owner) return isBefore || !isNamedByApp(mark.owner)
  return isBefore && event.owner !== owner
}
