import type { Consumer, Rewards } from '../../src/api.js'
import { randomId } from '../../src/base/random-id.js'
import { isAnother } from '../../src/token/consumer.js'
import type { ViewProps } from '../view.js'
import type { FormValues } from './submit-form.js'

/** What a person has entered in a form. It outlives the view: a zone loads again, for example in another language. It is never stored. */
export interface KeptInput {
  values: FormValues
  /** The id of the event. */
  id: string
  /** Who has entered it. */
  consumer: Consumer
  /** The element whose form was sent. In another element, such as that of a later page of an app, the form begins anew. */
  sentBy?: Element | undefined
}

/** The input of each form, by its zone, its place in a stack and its event. */
const inputs = new WeakMap<Rewards, Map<string, KeptInput>>()

/** The input of a form so far, for the person who has entered it. */
export function keptInput({ rewards, zone, host }: ViewProps, event: string): KeptInput {
  const forms = inputs.get(rewards) ?? new Map<string, KeptInput>()
  inputs.set(rewards, forms)
  const key = `${zone.name} ${host.place} ${event}`
  const kept = forms.get(key)
  if (kept && !isSomebodyElse(kept.consumer, rewards.consumer) && (kept.sentBy ?? host) === host) return kept
  const input = { values: new Map(), id: randomId(), consumer: rewards.consumer }
  forms.set(key, input)
  return input
}

/** Whether `now` must not see what `before` has entered: somebody has logged out, or another person has come. */
const isSomebodyElse = (before: Consumer, now: Consumer) =>
  before.level !== 'anonymous' && (now.level === 'anonymous' || isAnother(before, now))
