import type { App } from '../token/app.js'
import type { HeldToken } from '../token/login.js'
import { isIdentified } from '../token/scope.js'
import {
  createPresentSubmission,
  isRepeatable,
  mustAttributeAgain,
  type PresentSubmissionPorts,
} from './present-submission.js'
import { type Sender, senderOf } from './senders.js'
import type { Receipt } from './settled.js'
import { submitAs } from './submit.js'
import { isIdentifying, type WaitingEvent } from './waiting-event.js'

/**
 * With whose token an event is sent: the present consumer's, an earlier owner's (the sender), or none, because the person who has caused
 * the event is absent.
 */
type Attribution = 'present' | Sender | 'absent'

export interface AttributionPorts extends Omit<PresentSubmissionPorts, 'keepSender' | 'isPresent'> {
  app: App
}

/** Sends each event with the token of its consumer, so that the platform records it once and for the right person. */
export interface Attributor {
  /** Returns no promise for an event of the present owner: a page that is being left must send in this task. */
  attribute(event: WaitingEvent): Attribution | Promise<Attribution>
  submit(event: WaitingEvent, signal: AbortSignal): Promise<Receipt>
  /** Stores with which token the present owner's events are sent. */
  keepSender(): Promise<void>
  /** Stores with which token an event was tracked, if the page has lost the cookie with the token since. */
  keepLost(held: HeldToken): Promise<void>
  /** The page is being left: events are sent without waiting for storage. */
  leave(): void
}

export function createAttributor(ports: AttributionPorts): Attributor {
  const { client, token, senders, app } = ports
  const presentSubmission = createPresentSubmission({
    ...ports,
    keepSender,
    isPresent: async event => (await attribute(event)) === 'present',
  })

  function attribute(event: WaitingEvent) {
    const isOwn = event.owner === token.claimOwner()
    if (event.endedElsewhere) return isOwn && isRepeatable(event, token.current()) ? 'present' : 'absent'
    return isOwn ? 'present' : attributeToEarlier(event)
  }

  async function attributeToEarlier(event: WaitingEvent): Promise<Attribution> {
    const { owner, person } = event
    // The app names the person who has caused the event. That person is back, with another login.
    if (person !== undefined && person === app.person?.()) return 'present'
    const sender = await senders.get(owner)
    const held = token.current()
    // Without a sender the event was never sent: its owner has lost their token. The present consumer may be the same person.
    if (!sender) return person !== undefined || isOfAnother(event, held) ? 'absent' : 'present'
    if (held?.access_token === sender.access_token) return 'present'
    // Also if the same person now has another token: the platform may recognize a repeated event only by the token of its first attempt.
    if (!sender.isDead) return sender
    const isBack = sender.identity_id !== undefined && held?.identity_id === sender.identity_id
    const isPerson = sender.isPerson || person !== undefined
    return isBack || !isPerson ? 'present' : 'absent'
  }

  async function keepSender() {
    const held = token.current()
    if (held) await senders.put(senderOf(held), () => token.owner() === held.owner)
  }

  async function keepLost(held: HeldToken) {
    if (held.owner !== token.owner() && !(await senders.get(held.owner))) await senders.put(senderOf(held))
  }

  return {
    attribute,
    keepSender,
    keepLost,
    leave: presentSubmission.leave,
    async submit(event, signal) {
      const owner = token.claimOwner()
      const sender = await attribute(event)
      if (sender === 'absent') throw mustAttributeAgain()
      if (sender === 'present') return presentSubmission.submit(event, signal, owner)
      const isPerson = sender.isPerson || isIdentifying(event)
      return submitAs(client, event, signal, sender, changed => senders.put({ ...changed, isPerson }))
    },
  }
}

/** Whether the event is known to be another person's than the token. An anonymous token may be that of the same person, without their cookies. */
const isOfAnother = ({ identity_id }: WaitingEvent, held: HeldToken | undefined) =>
  identity_id !== undefined && held?.identity_id !== undefined && isIdentified(held) && identity_id !== held.identity_id
