import { conditionText } from './text.js'

/** Each rule in the words of the console: what must be so. */
const rules: Record<string, string> = {
  link: 'A code or a click leads to a link',
  click_days: 'The click is young enough (days)',
  self: 'The advocate is somebody else',
  friend: 'The friend is eligible',
  block: 'Nobody is blocked',
  'each other': 'The two have not referred each other',
  advocate: 'The advocate is eligible',
  referral: 'Somebody has referred the person',
  friends: 'The advocate has enough friends',
  once_per: 'The reward is not earned yet: once per',
  labels: 'Labels',
  locale: 'Language',
  level: 'Level',
  container: 'Container',
  audience: 'Belongs to an audience',
  not_audience: 'Belongs to no audience of these',
  time: 'The time of the fulfillment has come',
  expiry: 'It has not expired',
  state: 'State',
  type: 'Type',
  first: 'No creative before it fits',
  'other link': 'No other link came after it',
}

export const ruleText = (rule: string): string =>
  rule.startsWith('data.') ? `Data: ${rule.slice('data.'.length)}` : (rules[rule] ?? rule)

/** Why something was decided, for a user of the console: a heading for each code of an answer. */
const codes: Record<string, string> = {
  earned: 'All rules are met',
  merge: 'A merge of two profiles has reached the number of friends',
  withdrawn: 'The proven event with the same id did not earn it',
  duplicate: 'The event came again with the same partner_event_id',
  refused: 'The event was refused',
  quality: 'The quality of the step is too low',
  anonymous: 'Nobody knew who the person was',
  step: 'No reward of the program has this step',
  campaign: 'The campaign was not live',
  not_kept: 'The platform has not kept what decided',
  link: 'No code and no click led to a link',
  click_days: 'The click is too old',
  self: 'The link is their own',
  friend: 'The friend was not eligible',
  block: 'The advocate is blocked',
  each_other: 'The friend has referred the advocate before',
  advocate: 'The advocate was not eligible',
  referral: 'Nobody has referred the person',
  friends: 'Too few friends so far',
  once_per: 'It is earned already',
  level: 'The level does not fit',
  locale: 'The language does not fit',
  labels: 'The labels do not fit',
  container: 'The container does not fit',
  audience: 'The person is not in the audience',
  not_audience: 'The person is in an audience that is excluded',
  no_creative: 'The zone had no creative',
  shown: 'The first creative that fits is shown',
  referred: 'The click has referred a friend',
  other_link: 'Another link came after it',
  no_purchase: 'Nobody has bought after the click',
  approval: 'It waits for your approval',
  time: 'It waits for its time',
  expiry: 'It has expired',
  rewards_block: 'The person is blocked for rewards',
  test: 'Rewards of a test container are not fulfilled',
  due: 'It is due now',
  FULFILLED: 'It is fulfilled',
  SENT: 'It is sent',
  REDEEMED: 'It is used',
  CANCELED: 'It was denied or withdrawn',
  EXPIRED: 'It has expired',
  FAILED: 'Its fulfillment has failed',
  REVOKED: 'It was revoked',
}

export const codeText = (code: string): string =>
  code.startsWith('data.') ? `${code.slice('data.'.length)} does not fit` : (codes[code] ?? code)

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A value that decided, or what a rule asks for, in a table. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Nothing'
  if (value instanceof Date) return `${time.format(value)} UTC`
  if (typeof value === 'string' && ISO_TIME.test(value)) return valueText(new Date(value))
  if (Array.isArray(value)) return value.length ? value.map(valueText).join(' or ') : 'None'
  if (typeof value !== 'object') return String(value)
  if ('min' in value || 'max' in value) return conditionText(value)
  const entries = Object.entries(value).map(([name, each]) => `${name.replaceAll('_', ' ')}: ${valueText(each)}`)
  return entries.join('; ') || 'Everybody'
}
