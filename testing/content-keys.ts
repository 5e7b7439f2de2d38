import type { WidgetContent } from '../src/api.js'
import { isNear } from '../src/base/is-near.js'

type Widget = WidgetContent['widget']

/** The keys that the content of a widget may have. */
type KeyOf<Name extends Widget> = Exclude<keyof Extract<WidgetContent, { widget: Name }>, 'widget'>

/** The keys of each widget (docs/widgets.md). */
const KEYS: { [Name in Widget]: KeyOf<Name>[] } = {
  share: [
    'headline',
    'description',
    'image_url',
    'how_it_works',
    'channels',
    'messages',
    'shareable',
    'card',
    'capture',
    'links',
  ],
  cta: ['style', 'text', 'minimized_text', 'image_url', 'opens', 'delay_ms'],
  hero: ['headline', 'text', 'layout', 'image_url', 'image_alt', 'video', 'actions'],
  form: ['headline', 'text', 'event', 'fields', 'submit_text', 'done', 'verified_only'],
  offer: [
    'headline',
    'advocate',
    'reward_text',
    'coupon_code',
    'reveal',
    'rules',
    'expires_at',
    'continue_url',
    'state',
  ],
  panel: ['text', 'image_url', 'corner', 'headline', 'layout', 'items', 'rewards'],
  journey: ['headline', 'goals'],
  tiers: ['headline', 'current', 'previous', 'tiers', 'goals'],
  leaderboard: ['headline', 'counts', 'period', 'limit', 'value_text', 'ranks', 'empty_text'],
  profile: ['headline', 'fields', 'consents', 'download', 'deletion'],
  verify: ['headline', 'email'],
  rewards: ['headline', 'rewards', 'empty_text'],
  referrals: ['headline', 'referrals', 'remind', 'empty_text'],
  stats: ['headline', 'totals', 'series', 'empty_text'],
  'reward-status': [
    'headline',
    'polling_id',
    'reward_name',
    'partner_event_id',
    'pending_text',
    'succeeded_text',
    'failed_text',
    'late_text',
    'unknown_text',
  ],
  stack: ['close', 'items'],
}

/** The known keys of a content, or of an item of a stack. */
export const keysOfWidget = (widget: unknown): string[] | undefined =>
  Object.hasOwn(KEYS, String(widget)) ? ['widget', 'title', ...KEYS[widget as Widget]] : undefined

/** What the values of a key are, in every widget. A value of any other key is a text. */
const VALUES: [what: string, isValid: (value: unknown) => boolean, keys: RegExp][] = [
  [
    'a list',
    Array.isArray,
    /^(how_it_works|channels|rules|goals|fields|consents|rewards|referrals|items|actions|tiers)$/,
  ],
  ['an object', isObject, /^(messages|shareable|card|capture|links|opens|advocate|totals|series|video|done|ranks)$/],
  ['a number', value => typeof value === 'number', /^(delay_ms|current|previous|limit)$/],
  ['true or false', value => typeof value === 'boolean', /^(close|download|verified_only)$/],
  ['true, false or an object', value => typeof value === 'boolean' || isObject(value), /^deletion$/],
  ['true, a text or an object', value => value === true || typeof value === 'string' || isObject(value), /^remind$/],
  ['a text', value => typeof value === 'string', /^/],
]

function isObject(value: unknown) {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Whether two letters side by side have changed places. */
const isSwapped = (a: string, b: string) =>
  [...a].some((letter, at) => `${a.slice(0, at)}${a[at + 1]}${letter}${a.slice(at + 2)}` === b)

/**
 * Describes the first key that is close to a key of its widget, or whose value has another type. The platform refuses such a key, because a widget ignores
 * keys that it does not know. Other keys are the brand's own. Undefined if there is none.
 */
export function describeWrongContent(content: unknown): string | undefined {
  const { widget, items } = Object(content)
  const known = keysOfWidget(widget)
  for (const [key, value] of known ? Object.entries(Object(content)) : []) {
    if (known!.includes(key)) {
      const [what, isValid] = VALUES.find(([, , keys]) => keys.test(key))!
      if (value != null && !isValid(value))
        return `has the wrong ${key}: it must be ${what}; got ${JSON.stringify(value)}.`
      continue
    }
    const edits = Math.min(2, Math.floor(key.length / 3))
    const meant = known!.find(
      each => !key.includes(each) && (isNear(key.toLowerCase(), each, edits) || isSwapped(key.toLowerCase(), each)),
    )
    if (meant) return `has the key "${key}"; did you mean "${meant}"?`
  }
  return Array.isArray(items) ? items.map(describeWrongContent).find(Boolean) : undefined
}
