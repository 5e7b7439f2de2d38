import { z } from 'zod'
import { FIELD_NAMES } from '../../../widgets/form/field-names.js'
import { isFieldName } from '../../../widgets/form/is-field-name.js'
import { plainText } from './names.js'
import type { Placeholder } from './placeholder.js'

/** Words about a key, for the form of a zone. */
interface FieldWords {
  title?: string
  description?: string
  /** The text can have several lines. */
  multiline?: boolean
}

const text = (words: FieldWords = {}) =>
  z
    .string()
    .max(5000)
    .optional()
    .meta({ ...words })

const paragraph = (words: FieldWords = {}) => text({ multiline: true, ...words })

const texts = (words: FieldWords = {}) =>
  z
    .array(z.string().max(5000))
    .max(20)
    .optional()
    .meta({ ...words })

/** A URL, or a placeholder that the platform replaces with one. */
const url = (schemes: RegExp, expected: string) =>
  z
    .string()
    .refine(
      value => /^\{\{\w+\}\}$/.test(value) || (URL.canParse(value) && schemes.test(new URL(value).protocol)),
      expected,
    )
    .optional()

const imageUrl = url(/^https:$/, 'Expected a URL that begins with https:').meta({ title: 'URL of the image' })

const link = (title: string) =>
  url(/^(https?|mailto|sms|tel):$/, 'Expected a URL that begins with https:, mailto:, sms: or tel:').meta({ title })

const date = (title: string) =>
  z
    .string()
    .refine(
      value => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
      'Expected a date, such as 2026-12-31T23:59:59Z',
    )
    .optional()
    .meta({ title, description: 'Such as 2026-12-31T23:59:59Z' })

/** A value that the platform creates for each consumer, or that the marketer has written as JSON. */
const created = (placeholder: string, title: string) =>
  z
    .union(
      [z.literal(placeholder), z.record(z.string(), z.unknown()), z.array(z.unknown())],
      `Expected ${placeholder}, an object or a list`,
    )
    .optional()
    .meta({ title })

const subjectAndMessage = z.object({
  subject: text(),
  message: z.string().max(5000).meta({ multiline: true }),
})

const message = z
  .union([z.string().max(5000), subjectAndMessage], 'Expected a text, or an object with a message')
  .optional()

const channels = [
  'copy',
  'native',
  'email',
  'sms',
  'whatsapp',
  'facebook',
  'x',
  'linkedin',
  'telegram',
  'messenger',
  'pinterest',
  'reddit',
  'bluesky',
  'threads',
  'qr',
] as const

const headline = text()

const share = z.looseObject({
  widget: z.literal('share'),
  headline,
  description: paragraph(),
  image_url: imageUrl,
  how_it_works: texts({ title: 'How it works' }),
  channels: z.array(z.enum(channels)).optional(),
  messages: z
    .looseObject(
      Object.fromEntries(
        ['default', ...channels.filter(name => name !== 'copy' && name !== 'qr')].map(name => [name, message]),
      ),
    )
    .optional(),
  shareable: created('{{shareable}}', 'Share link'),
  card: created('{{link_card}}', 'Card of the link'),
  capture: z
    .looseObject({ opt_in: text({ title: 'Text of the checkbox' }) })
    .optional()
    .meta({ title: 'Ask for an email address first' }),
  links: z.looseObject({ terms_url: link('Terms'), company_url: link('Company') }).optional(),
})

const opens = z.looseObject({ zone: z.string().min(1), data: z.record(z.string(), z.unknown()).optional() }).optional()

const cta = z.looseObject({
  widget: z.literal('cta'),
  style: z.enum(['banner', 'button', 'overlay']).optional(),
  text: text(),
  minimized_text: text({ description: 'Of an overlay' }),
  image_url: imageUrl,
  opens,
  delay_ms: z.number().min(0).optional().meta({ title: 'Delay', description: 'Of an overlay, in milliseconds' }),
})

const httpsUrl = (title: string) => url(/^https:$/, 'Expected a URL that begins with https:').meta({ title })

const hero = z.looseObject({
  widget: z.literal('hero'),
  headline,
  text: paragraph(),
  layout: z
    .enum(['left', 'right', 'behind'])
    .optional()
    .meta({ title: 'Place of the picture', description: 'Beside the text, or behind it' }),
  image_url: imageUrl,
  image_alt: text({ title: 'What the picture shows', description: 'Empty if it only decorates' }),
  video: z
    .looseObject({
      url: httpsUrl('URL of the video'),
      poster_url: httpsUrl('URL of the picture before the video plays'),
      captions_url: httpsUrl('URL of the captions (WebVTT)'),
    })
    .optional(),
  actions: z
    .array(z.looseObject({ text: text(), opens, url: link('Link') }))
    .max(2)
    .optional()
    .meta({ title: 'Calls to action', description: 'One or two. Each opens a zone or a link' }),
})

const formField = z.looseObject({
  type: z.enum(['text', 'email', 'phone', 'date', 'select', 'checkbox', 'radio', 'rating', 'consent']),
  name: z
    .string()
    .refine(isFieldName, `Expected ${FIELD_NAMES}`)
    .meta({ description: 'Of the value in the data of the event. email identifies the person' }),
  label: z.string().min(1).max(5000),
  hint: text(),
  required: z.boolean().optional(),
  autocomplete: text({
    title: 'What browsers fill in',
    description: 'Such as given-name. Default: by the type and the name',
  }),
  multiline: z.boolean().optional().meta({ title: 'Several lines', description: 'Of a text' }),
  options: z
    .array(
      z.union(
        [z.string().min(1).max(5000), z.looseObject({ value: z.string().min(1).max(5000), text: text() })],
        'Expected a text, or an object with a value',
      ),
    )
    .max(300)
    .optional()
    .meta({ description: 'Of a select or a radio' }),
  min: z
    .union([z.literal(0), z.literal(1)], 'Expected 0 or 1')
    .optional()
    .meta({ title: 'Lowest', description: 'Of a rating: 0 or 1' }),
  max: z.int().min(2).max(10).optional().meta({ title: 'Highest', description: 'Of a rating: 2 to 10' }),
  min_text: text({ title: 'What the lowest means', description: 'Of a rating' }),
  max_text: text({ title: 'What the highest means', description: 'Of a rating' }),
  url: link('Link').meta({ description: 'Of a consent: the page about what the person agrees to' }),
  url_text: text({ title: 'Text of the link' }),
})

const form = z.looseObject({
  widget: z.literal('form'),
  headline,
  text: paragraph(),
  event: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'The name of the event. Default: that of the zone with _submit' }),
  fields: z
    .array(formField)
    .max(20)
    .refine(
      fields => new Set(fields.map(({ name }) => name)).size === fields.length,
      'Expected a name of its own for each field',
    )
    .optional(),
  submit_text: text({ title: 'Text of the button' }),
  done: z
    .looseObject({
      headline,
      text: paragraph(),
      zone: z.string().min(1).optional().meta({ description: 'A zone that is shown below' }),
      url: link('Link'),
      url_text: text({ title: 'Text of the link' }),
    })
    .optional()
    .meta({ title: 'After it was sent' }),
  verified_only: z
    .boolean()
    .optional()
    .meta({ title: 'Only for verified consumers', description: 'Others see how to verify' }),
})

const offer = z.looseObject({
  widget: z.literal('offer'),
  headline,
  advocate: created('{{advocate}}', 'Advocate'),
  reward_text: text(),
  coupon_code: text(),
  reveal: z
    .enum(['always', 'email'])
    .optional()
    .meta({ title: 'Show the code', description: 'email: after the friend has entered an address' }),
  rules: texts(),
  expires_at: date('Expires'),
  continue_url: link('Where the friend continues'),
  state: z.enum(['{{offer_state}}', 'available', 'expired', 'ineligible', 'self_referral', 'used']).optional(),
})

const current = z
  .union([z.literal('{{friends}}'), z.number().min(0)], 'Expected a number or {{friends}}')
  .optional()
  .meta({ title: 'Reached so far', description: 'A number, or {{friends}}' })

const goal = z.looseObject({
  title: z.string().min(1).max(5000),
  reward_text: text(),
  current,
  target: z.number().positive(),
  starts_at: date('Starts'),
  ends_at: date('Ends'),
  repeatable: z.boolean().optional(),
})

const tier = z.looseObject({
  title: z.string().min(1).max(5000),
  threshold: z.number().min(0).meta({ description: 'The consumer is on this tier from this number on' }),
  benefits: texts(),
})

/** The periods of a leaderboard: calendar periods in the time zone of the client. A week begins on Monday. */
export const leaderboardPeriods = ['all', 'year', 'month', 'week'] as const

/** The placeholder of the ranks. The only one whose value depends on what stands beside it. */
export const RANKS = '{{ranks}}' satisfies Placeholder

/** The most leaderboards of a creative: each costs statements of each request. */
export const MAX_LEADERBOARDS = 10

/** The parts of a creative that ask for ranks, at any depth. */
export function leaderboardsIn(content: unknown): { ranks: unknown }[] {
  if (typeof content !== 'object' || content === null) return []
  const inside = Object.values(content).flatMap(leaderboardsIn)
  return 'ranks' in content && content.ranks === RANKS ? [content, ...inside] : inside
}

/** The most rows of a leaderboard that a zone can ask for, beside that of the consumer. */
export const MAX_RANKS = 100

const leaderboard = z.looseObject({
  widget: z.literal('leaderboard'),
  headline,
  counts: plainText
    .min(1)
    .max(200)
    .optional()
    .meta({ title: 'What counts', description: 'referrals, rewards, or the name of an event. Default: referrals' }),
  period: z.enum(leaderboardPeriods).optional().meta({ description: 'That of now. Default: all' }),
  limit: z.int().min(1).max(MAX_RANKS).optional().meta({ title: 'Number of rows', description: 'Default: 10' }),
  value_text: text({ title: 'Title of the numbers' }),
  ranks: created(RANKS, 'Ranks'),
  empty_text: text({ title: 'Text while nobody is ranked' }),
})

const profile = z.looseObject({
  widget: z.literal('profile'),
  headline,
  fields: z.array(z.enum(['first_name', 'last_name', 'email', 'profile_picture_url'])).optional(),
  consents: z
    .array(
      z.looseObject({
        name: z.enum(['cookie_consent', 'processing_consent']),
        text: z.string().min(1).max(5000).meta({ multiline: true }),
      }),
    )
    .optional(),
  download: z
    .boolean()
    .optional()
    .meta({ title: 'Download', description: 'People can download what the program knows about them' }),
  deletion: z
    .union(
      [z.boolean(), z.looseObject({ event: text(), text: paragraph() })],
      'Expected true, false, or an object with an event or a text',
    )
    .optional()
    .meta({ title: 'Deletion', description: 'People can ask you to delete their data. See Requests' }),
})

const reminder = z
  .union(
    [z.literal(true), z.string().max(5000), subjectAndMessage],
    'Expected true, a text, or an object with a message',
  )
  .optional()

/** The widgets that can stand alone and in a stack. */
const widgets = [
  share,
  cta,
  hero,
  form,
  offer,
  profile,
  z.looseObject({ widget: z.literal('journey'), headline, goals: z.array(goal).optional() }),
  z.looseObject({
    widget: z.literal('tiers'),
    headline,
    current,
    previous: z
      .number()
      .min(0)
      .optional()
      .meta({ title: 'Reached before', description: 'Says what has been gained or lost since' }),
    tiers: z.array(tier).max(20).optional(),
    goals: z.array(goal).optional().meta({ description: 'Those of a journey, in place of the tiers' }),
  }),
  leaderboard,
  z.looseObject({ widget: z.literal('verify'), headline, email: text() }),
  z.looseObject({
    widget: z.literal('rewards'),
    headline,
    rewards: created('{{rewards}}', 'Rewards'),
    empty_text: text({ title: 'Text without rewards' }),
  }),
  z.looseObject({
    widget: z.literal('referrals'),
    headline,
    // Without this list, the widget reads the friends from the platform.
    referrals: z
      .unknown()
      .refine(value => value === undefined || Array.isArray(value), 'Expected a list')
      .optional()
      .meta({ title: 'Friends' }),
    remind: reminder.meta({ title: 'Reminder' }),
    empty_text: text({ title: 'Text without friends' }),
  }),
  z.looseObject({
    widget: z.literal('stats'),
    headline,
    totals: created('{{totals}}', 'Totals'),
    series: created('{{clicks_by_week}}', 'Chart'),
    empty_text: text({ title: 'Text without results' }),
  }),
  z.looseObject({
    widget: z.literal('reward-status'),
    headline,
    polling_id: text({ title: 'Polling id' }),
    reward_name: text(),
    partner_event_id: text({ title: 'Partner event id' }),
    pending_text: text({ title: 'Text while it is pending' }),
    succeeded_text: text({ title: 'Text after success' }),
    failed_text: text({ title: 'Text after a failure' }),
    late_text: text({ title: 'Text if it takes long' }),
    unknown_text: text({ title: 'Text if the status is not known' }),
  }),
] as const

const [first, ...others] = widgets.map(widget => widget.extend({ title: text() }))

const stack = z.looseObject({
  widget: z.literal('stack'),
  close: z
    .boolean()
    .optional()
    .meta({ title: 'Close button', description: 'In a native app that can close its screen' }),
  items: z.array(z.discriminatedUnion('widget', [first!, ...others])).optional(),
})

const panel = z.looseObject({
  widget: z.literal('panel'),
  text: text({ description: 'Of the button that opens the panel' }),
  image_url: imageUrl,
  corner: z
    .enum(['end', 'start', 'none'])
    .optional()
    .meta({ description: 'Of the window. none: only links to #rewards= open the panel' }),
  headline,
  layout: z.enum(['tabs', 'home']).optional().meta({ description: 'Tabs, or a list that leads to each zone' }),
  items: z
    .array(
      z.looseObject({
        title: z.string().min(1).max(5000),
        text: text({ description: 'On the home list' }),
        tab: text({ title: 'Name in links', description: 'earn for #rewards=earn. Default: the name of the zone' }),
        opens: z.looseObject({ zone: z.string().min(1), data: z.record(z.string(), z.unknown()).optional() }),
      }),
    )
    .max(20)
    .refine(
      items => new Set(items.map(({ tab, opens }) => tab || opens.zone)).size === items.length,
      'Expected a name of its own for each item',
    )
    .optional(),
  rewards: created('{{rewards}}', 'Rewards').meta({ description: 'For the number of new rewards' }),
})

/** The content of a widget (docs/widgets.md), as the form of a zone edits it. The widgets themselves accept anything. */
export const widgetContent = z.discriminatedUnion('widget', [...widgets, stack, panel])

/** The content of a widget, and its path within the whole content. */
interface PlacedWidget {
  content: Record<string, unknown>
  path: PropertyKey[]
}

/** The widget of a content, followed by those in it: a stack has several. */
export function widgetsIn(content: unknown, path: PropertyKey[] = []): PlacedWidget[] {
  const { widget, items } = Object(content)
  const inside = widget === 'stack' && Array.isArray(items) ? items : []
  return [{ content: Object(content), path }, ...inside.flatMap((item, at) => widgetsIn(item, [...path, 'items', at]))]
}
