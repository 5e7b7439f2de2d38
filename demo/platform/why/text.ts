import type { Answer } from './explanation.js'

/** What a reward is worth. */
export interface Worth {
  value: number
  /** A currency, POINTS, PERCENT_OFF or MONTH. */
  type: string
}

interface Words {
  worth?: Worth
  to: Answer['to']
  expected: unknown
  value: unknown
}

/** The names of data in a sentence: `cart_value` is the cart value. */
const words = (name: string) => name.replaceAll(/[_.-]/g, ' ')

/**
 * The answer for a customer, which somebody of support can copy. It has no data of another person: an advocate must not learn what a friend has bought.
 */
export function textOf(code: string, { worth, to, expected, value }: Words): string {
  const reward = worth ? `the reward of ${worthText(worth)}` : 'a reward'
  const isAdvocate = to === 'advocate'
  const who = isAdvocate ? 'your friend' : 'you'
  const order = isAdvocate ? 'your friend’s order' : 'your order'
  if (code.startsWith('data.')) return dataText(code.slice('data.'.length), { reward, isAdvocate, expected, value })
  const text = texts[code]
  return text
    ? text({ reward, who, order, isAdvocate, expected, value })
    : `We could not give ${reward} for ${order}: its conditions are not met.`
}

interface Parts {
  reward: string
  who: string
  order: string
  isAdvocate: boolean
  expected: unknown
  value: unknown
}

const were = (who: string) => (who === 'you' ? 'you were' : `${who} was`)

const texts: Record<string, (parts: Parts) => string> = {
  earned: ({ reward, order }) => `Good news: ${order} earned ${reward}.`,
  merge: ({ reward }) => `Good news: you earned ${reward} when two of your accounts became one.`,
  withdrawn: ({ reward, order }) =>
    `${capital(order)} first earned ${reward}. The shop then sent the final order, and that one did not earn it.`,
  duplicate: () => 'We received this order more than once. An order counts once, so the first one decides.',
  refused: () => 'We could not record this order. Please ask us to look into it.',
  quality: () => 'This order does not count towards our program.',
  anonymous: () =>
    'We did not know who placed this order, so it could not earn a reward. Use the email address of your account next time.',
  step: () => 'There is no reward for this.',
  campaign: () => 'The program had not started when we received this order.',
  not_kept: () => 'We no longer have the details of this order.',
  link: ({ order, isAdvocate }) =>
    `We could not connect ${order} with ${isAdvocate ? 'your' : 'a friend’s'} link. Open the link in the browser in which you buy, or enter the code at the checkout.`,
  click_days: ({ expected, order }) =>
    `The link was opened too long before ${order}. A link counts for ${expected} days.`,
  self: () => 'The order was placed with the buyer’s own link. A reward is for an order of somebody else.',
  friend: ({ reward, who }) => `${capital(reward)} is for new customers, and ${were(who)} a customer already.`,
  block: ({ reward }) => `We could not give ${reward} at this time. Please ask us to look into it.`,
  each_other: () => 'Two people cannot refer each other: the first referral counts.',
  advocate: ({ reward, isAdvocate }) =>
    `${capital(reward)} needs a friend who takes part in the program${isAdvocate ? ', and your account does not yet' : ''}.`,
  referral: ({ reward, who }) => `${capital(reward)} is for a referral, and nobody has referred ${who} before.`,
  friends: ({ reward, expected, value, isAdvocate }) =>
    isAdvocate
      ? `You earn ${reward} when ${expected} friends have ordered. So far there ${value === 1 ? 'is' : 'are'} ${value}.`
      : `${capital(reward)} needs ${expected} friends.`,
  once_per: ({ reward, expected, isAdvocate }) =>
    expected === 'friend' && isAdvocate
      ? `You already have ${reward} for this friend. You get it once for each friend.`
      : `You already have ${reward}. You get it once${expected === 'event' ? ' for each order' : ''}.`,
  level: ({ reward, who }) =>
    `${capital(reward)} is for customers who are signed in, and ${who} ${who === 'you' ? 'were' : 'was'} not.`,
  locale: ({ reward }) => `${capital(reward)} is not offered in this language.`,
  container: ({ reward, order }) => `${capital(order)} was a test, so ${reward} does not apply.`,
  labels: ({ reward }) => `${capital(reward)} is part of another offer.`,
  audience: ({ reward, who }) => `${capital(reward)} is for a group of customers that ${who} did not belong to.`,
  not_audience: ({ reward, who }) => `${capital(reward)} is not for a group of customers that ${who} belonged to.`,
  referred: () => 'Your friend has ordered with your link.',
  other_link: () => 'Your friend opened another link after yours, and the last one counts.',
  no_purchase: ({ expected }) =>
    `Your link was opened, but nobody has ordered with it yet. An order counts within ${expected} days.`,
  approval: ({ reward }) => `You earned ${reward}. We are checking the order, and you will hear from us.`,
  time: ({ reward, value }) => `You earned ${reward}. You will receive it on ${day(value)}.`,
  due: ({ reward }) => `You earned ${reward}. You will receive it soon.`,
  expiry: ({ reward, value }) => `${capital(reward)} expired on ${day(value)}.`,
  rewards_block: ({ reward }) => `You earned ${reward}. It has to wait. Please ask us to look into it.`,
  test: ({ reward }) => `${capital(reward)} belongs to a test, so it is not paid out.`,
  FULFILLED: ({ reward }) => `You have received ${reward}.`,
  SENT: ({ reward }) => `We have sent you ${reward}.`,
  REDEEMED: ({ reward }) => `You have used ${reward}.`,
  CANCELED: ({ reward }) => `We had to withdraw ${reward}, for example because the order was returned.`,
  EXPIRED: ({ reward }) => `${capital(reward)} has expired.`,
  FAILED: ({ reward }) => `You earned ${reward}, but we could not deliver it. We are sorry, and will try again.`,
  REVOKED: ({ reward }) => `We had to take back ${reward}.`,
}

function dataText(
  name: string,
  { reward, isAdvocate, expected, value }: Pick<Parts, 'reward' | 'isAdvocate' | 'expected' | 'value'>,
): string {
  const key = words(name)
  const asks = `${capital(reward)} is for orders with a ${key} of ${conditionText(expected)}`
  if (isAdvocate) return `${asks}. Your friend’s order did not have it.`
  return value === undefined || value === null || typeof value === 'object'
    ? `${asks}. Yours had none.`
    : `${asks}. Yours had ${value}.`
}

/** A condition on data in words: at least 30. */
export function conditionText(condition: unknown): string {
  if (Array.isArray(condition)) return condition.join(' or ')
  if (typeof condition !== 'object' || condition === null) return String(condition)
  const { min, max } = condition as { min?: number; max?: number }
  if (min !== undefined && max !== undefined) return `${min} to ${max}`
  return min === undefined ? `at most ${max}` : `at least ${min}`
}

function worthText({ value, type }: Worth): string {
  if (/^[A-Z]{3}$/.test(type))
    return new Intl.NumberFormat('en', {
      style: 'currency',
      currency: type,
      trailingZeroDisplay: 'stripIfInteger',
    }).format(value)
  if (type === 'PERCENT_OFF') return `${value}% off`
  const unit = words(type).toLowerCase().replace(/s$/, '')
  return `${value} ${unit}${value === 1 ? '' : 's'}`
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

const day = (value: unknown) =>
  new Date(String(value)).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
