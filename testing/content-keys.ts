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
    'capture',
    'links',
  ],
  cta: ['style', 'text', 'minimized_text', 'image_url', 'opens', 'delay_ms'],
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
  journey: ['headline', 'goals'],
  profile: ['headline', 'fields', 'consents'],
  verify: ['headline', 'email'],
  rewards: ['headline', 'rewards', 'empty_text'],
  referrals: ['headline', 'referrals', 'remind', 'empty_text'],
  stats: ['headline', 'totals', 'empty_text'],
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

/**
 * Describes the first key that is close to a key of its widget. The platform refuses such a content, because a widget ignores keys that it does not know.
 * Other keys are the brand's own. Undefined if there is none.
 */
export function describeMisspeltKey(content: unknown): string | undefined {
  const { widget, items } = Object(content)
  const known = keysOfWidget(widget)
  for (const key of known ? Object.keys(Object(content)) : []) {
    const edits = Math.min(2, Math.floor(key.length / 3))
    const meant = known!.find(each => !key.includes(each) && isNear(key.toLowerCase(), each, edits))
    if (meant && !known!.includes(key)) return `has the key "${key}"; did you mean "${meant}"?`
  }
  return Array.isArray(items) ? items.map(describeMisspeltKey).find(Boolean) : undefined
}
