/** @jsxImportSource hono/jsx */
import { RestError } from '../../http/rest-error.js'
import { changeState } from '../../rewards/change-state.js'
import { fulfils } from '../../rewards/decide-change.js'
import { oneReward } from '../../server/rewards/reward.js'
import { showConfirmation } from '../confirm.js'
import type { ConsoleContext } from '../console-context.js'
import { showReward } from '../pages/reward.js'
import { isChangeName, rewardChange } from '../reward-changes.js'

const MAX_MESSAGE_LENGTH = 500
const MAX_CODE_LENGTH = 200

/** `POST /console/rewards/{reward_id}`: changes the state of a reward. Asks first if the change cannot be undone. */
export async function changeReward(c: ConsoleContext): Promise<Response> {
  const { change: name = '', message = '', code = '', confirmed } = c.var.fields
  const { reward_id } = await oneReward(c.env, { reward_id: c.req.param('reward_id')! })
  const form = { message, code }
  if (!isChangeName(name)) return showReward(c, { ...form, error: 'Choose a change.' })
  if (message.length > MAX_MESSAGE_LENGTH || code.length > MAX_CODE_LENGTH)
    return showReward(c, { ...form, error: 'The reason or the code is too long.' })
  const { change, label, question } = rewardChange(name)
  if (question && !confirmed)
    return showConfirmation(c, {
      title: question,
      children: <p>Its recipient loses the reward. This cannot be undone.</p>,
      action: label,
      back: `/console/rewards/${reward_id}`,
      fields: { change: name, message, confirmed: 'yes' },
    })
  try {
    await changeState(c.env, reward_id, change, {
      message: message.trim() || undefined,
      partner_reward_id: (fulfils(change) && code.trim()) || undefined,
    })
    return c.redirect(`/console/rewards/${reward_id}?done=changed`, 303)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return showReward(c, { ...form, error: `${error.message}.` })
  }
}
