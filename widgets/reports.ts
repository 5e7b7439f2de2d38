import type { Rewards, RewardsError, Theme } from '../src/api.js'
import { isNear } from '../src/base/is-near.js'
import { parseObject } from '../src/base/parse-object.js'
import { describeNoObject } from '../src/diagnostics/describe-no-object.js'
import { FIELD_NAMES } from './form/field-names.js'
import type { FormField } from './form/form-content.js'
import { findMessages } from './messages/find-messages.js'
import { type LoadingHost, oddAttributes } from './odd-attributes.js'
import { isUnclosed } from './page-children.js'
import { MAX_ITEMS } from './readers.js'
import { showDemo } from './show-demo.js'
import { readTheme } from './theme/theme.js'
import type { ViewProps, ZoneHost } from './view.js'

// What is wrong with a zone, in words. Loaded only for such a zone.

/** The keys of a theme, and what each must be. */
const THEME_KEYS: Record<keyof Theme, string> = {
  scheme: '"light" or "dark"',
  accent: 'a color',
  accentText: 'a color',
  text: 'a color',
  surface: 'a background',
  soft: 'a color',
  line: 'a color',
  radius: 'a length',
  font: 'a font',
  minHeight: 'a length',
}

/** The attributes of the element. */
const ATTRIBUTES = ['name', 'data', 'widget', 'loading', 'theme', 'messages', 'demo']

/** What was reported of each element. */
const reported = new WeakMap<ZoneHost, Set<string>>()

/** Reports what a zone ignores: `theme` and `messages` that are no objects, texts that are none, and keys that do not exist. */
export async function reportIgnoredSettings(rewards: Rewards, host: ZoneHost): Promise<void> {
  for (const message of wrongValues(host)) reportOnce(rewards, host, message)
  // With `import()`: the file that lazy parts share would grow by a module that two of them import.
  const { describeUnknownKey } = await import('../src/diagnostics/describe-unknown-key.js')
  // A translation has the texts of all widgets in one file, and Arabic has every form of a plural.
  const messages = await findMessages(new Intl.Locale('ar'))
  if (!messages.lang) return // could not be loaded
  const settings: [name: string, given: object | null, known: string[]][] = [
    ['theme', host.theme, Object.keys(THEME_KEYS)],
    ...textsOf(host).map(([name, given]) => [name, given, Object.keys(messages)] as [string, object, string[]]),
  ]
  for (const [name, given, known] of settings)
    for (const key of Object.keys({ ...given }))
      if (!known.includes(key))
        rewards.report?.('unknown_key', describeUnknownKey(`Zone "${host.name}": ${name}`, key, known))
}

/** The texts that a page has set, for all languages and for each, with the name of each object. */
function textsOf({ messages }: ZoneHost): [name: string, texts: object][] {
  const entries = Object.entries(messages ?? {})
  const isLanguage = ([key, value]: [string, unknown]) =>
    typeof value !== 'string' && Object(value) === value && LANGUAGE_TAG.test(key)
  const languages = entries.filter(isLanguage).map(([key, texts]) => [`messages.${key}`, texts] as [string, object])
  return [['messages', Object.fromEntries(entries.filter(entry => !isLanguage(entry)))], ...languages]
}

const LANGUAGE_TAG = /^[a-z]{2,3}(-\w+)*$/i

function wrongValues(host: ZoneHost): string[] {
  const noObjects = (['theme', 'messages'] as const)
    .filter(name => !host[name])
    .map(name => describeSetting(host, name, host.getAttribute(name) ?? ''))
  const theme = Object.entries(host.theme ?? {})
    // An empty value is not set.
    .filter(
      ([key, value]) =>
        Object.hasOwn(THEME_KEYS, key) && !(key in readTheme(host.theme)) && value !== null && value !== '',
    )
    .map(
      ([key, value]) =>
        `theme.${key} must be ${THEME_KEYS[key as keyof Theme]}; got ${typeof value === 'string' ? `"${value.slice(0, 40)}"` : typeOf(value)}`,
    )
  const texts = textsOf(host).flatMap(([name, given]) =>
    Object.entries(given)
      .filter(([, value]) => typeof value !== 'string')
      .map(([key, value]) => `${name}.${key.slice(0, 40)} must be a text; got ${typeOf(value)}`),
  )
  return [...noObjects, ...[...theme, ...texts].map(message => `Zone "${host.name}": ${message}`)]
}

const typeOf = (value: unknown) =>
  Array.isArray(value) ? 'a list' : value === null ? 'null' : `a value of type ${typeof value}`

/** Reports `data` that is no JSON object, and returns the error. The value is not shown: it may be personal data. */
export const reportWrongData = (rewards: Rewards, host: ZoneHost): RewardsError =>
  rewards.report('invalid_argument', describeSetting(host, 'data'))

/** Says why a setting is not a JSON object. `given` is shown. Without it, it was set as a property. */
function describeSetting(host: ZoneHost, name: 'data' | 'theme' | 'messages', given = ''): string {
  const json = host.getAttribute(name) ?? ''
  const reason = parseObject(json) ? 'got another value' : describeNoObject(json)
  return `Zone "${host.name}": ${name} must be a JSON object; ${reason}${given && `: ${given.slice(0, 80)}`}`
}

let hasWarned = false

/** Without a runtime, nothing else can report that a zone waits for it. Once for a page. */
export function warnWithoutRuntime(): void {
  if (!hasWarned)
    console.warn(
      '[rewards] A <rewards-zone> waits for a runtime: load rewards.js, call createRewards(), or use the provider or plugin of your framework.',
    )
  hasWarned = true
}

/** Reports a zone without content. The page's runtime may be of another version, without `report`. */
export const reportNoContent = (rewards: Rewards, name: string): RewardsError | undefined =>
  rewards.report?.(
    'no_creative',
    `Zone "${name}" has no content for this consumer. Check its name, and that it is live`,
  )

/** Reports content without a widget in an element without children, which shows nothing. */
export const reportNoWidget = (rewards: Rewards, { name }: ZoneHost): RewardsError | undefined =>
  rewards.report?.(
    'no_creative',
    `Zone "${name}" has content without a widget, and its element has no children: it shows nothing. Choose a widget in the content or by the attribute widget, or read the content with rewards.zone('${name}')`,
  )

/** Reports a text where the page has chosen a widget. */
export const reportText = (rewards: Rewards, { name }: ZoneHost, widget: string): RewardsError | undefined =>
  rewards.report?.('no_creative', `Zone "${name}" has text as its content, and the widget ${widget} shows only JSON`)

/** Shows the demo that an element without the name of a zone asks for, or reports it, unless the page has given it a name meanwhile. */
export async function reportNameless(rewards: Rewards, host: LoadingHost): Promise<void> {
  const { id, name } = host
  if (name) return
  if (host.hasAttribute('demo')) return showDemo(rewards, host)
  const element = `A <rewards-zone>${id && ` with the id "${id}"`}`
  rewards.report?.('missing_zone_name', `${element} has no name; set the attribute name to a zone of the program`)
  await reportMarkup(rewards, host)
}

/** Reports a widget that is none of `known`, and returns the error. `where` begins the message. */
export const reportUnknownWidget = (rewards: Rewards, where: string, widget: string, known: string[]): RewardsError =>
  rewards.report(
    'unsupported_content',
    `${where}This version of the SDK has no widget "${widget}". Its widgets are ${known.join(', ')}.`,
  )

/** Reports a share widget without a channel that this browser has. */
export const reportChannels = (
  { rewards, zone }: Pick<ViewProps, 'rewards' | 'zone'>,
  channels: string[],
): RewardsError =>
  rewards.report(
    'unsupported_content',
    `Zone ${zone.name}: the share widget needs a channel that this browser has; got ${JSON.stringify(channels)}. It shows the default ones`,
  )

/** Reports how many of the `count` items of a list in the content a widget does not show. `rule` says which items it shows. */
export const reportLeftOut = (
  { rewards, zone }: Pick<ViewProps, 'rewards' | 'zone'>,
  key: string,
  count: number,
  shown: number,
  rule = `The widget shows at most ${shown}`,
): RewardsError =>
  rewards.report('unsupported_content', `Zone ${zone.name}: ${count - shown} of ${count} ${key} are not shown. ${rule}`)

/** Reports the fields of a form, and the options of its fields, that are left out. `shown` are the other fields. */
export function reportFields(
  props: Pick<ViewProps, 'rewards' | 'zone' | 'content'>,
  shown: Pick<FormField, 'index' | 'type' | 'name' | 'options'>[],
): void {
  const { rewards, zone, content } = props
  const given = Array.isArray(content.fields) ? content.fields : []
  for (const { index, type, name, options } of shown) {
    const list = (type === 'select' || type === 'radio') && given[index].options
    const rule = 'Each needs a value of its own, and the widget shows at most 300'
    if (list.length > options.length) reportLeftOut(props, `options of ${name}`, list.length, options.length, rule)
  }
  if (shown.length && shown.length === given.length) return
  const names = given.flatMap((field, index) =>
    shown.some(each => each.index === index)
      ? []
      : [`fields[${index}] ${JSON.stringify(Object(field).name) ?? ''}`.slice(0, 60)],
  )
  const more = names.length > MAX_ITEMS ? ` and ${names.length - MAX_ITEMS} more` : ''
  const which = names.length ? `${names.slice(0, MAX_ITEMS).join(', ')}${more} cannot be shown` : 'got none'
  rewards.report(
    'unsupported_content',
    `Zone ${zone.name}: the form widget needs fields; ${which}. Each needs a type (text, email, phone, date, select, checkbox, radio, rating, consent), a label, a name of its own (${FIELD_NAMES}), and a select or a radio needs options. The widget shows at most ${MAX_ITEMS}`,
  )
}

/**
 * Reports what is wrong with the markup of a zone: misspelt attributes, and an element that contains the rest of the page. With `mayBeUnclosed`, it may
 * contain the rest of a part of the page.
 */
export async function reportMarkup(rewards: Rewards, host: LoadingHost, mayBeUnclosed = false): Promise<void> {
  const zone = `Zone "${host.name}"`
  const odd = oddAttributes(host)
  const loading = odd.includes('loading') && host.getAttribute('loading')
  if (loading) reportOnce(rewards, host, `${zone}: loading must be "lazy" or "eager"; got "${loading.slice(0, 40)}"`)
  const tags = `<rewards-zone name="${host.name}"></rewards-zone>`
  if (isUnclosed(host))
    reportOnce(
      rewards,
      host,
      `${zone}: its element contains the rest of the page, because HTML reads <rewards-zone /> as a start tag. Write ${tags}`,
    )
  else if (mayBeUnclosed)
    reportOnce(
      rewards,
      host,
      `${zone}: its element contains elements of the page that it does not show, or shows as its button. If it is written <rewards-zone />, which HTML reads as a start tag, write ${tags}`,
    )
  const misspelt = odd.filter(name => name !== 'loading' && ATTRIBUTES.some(each => isNear(name, each, 2)))
  if (!misspelt.length) return
  const { describeUnknownKey } = await import('../src/diagnostics/describe-unknown-key.js')
  for (const name of misspelt) rewards.report?.('unknown_key', describeUnknownKey(zone, name, ATTRIBUTES))
}

/** Reports a language that no browser knows. `where` says what has set it. */
export const reportLanguage = (rewards: Rewards, host: ZoneHost, where: string, given: unknown): void =>
  reportOnce(
    rewards,
    host,
    `${where} must be a language tag such as de or pt-BR; got ${typeof given === 'string' ? `"${given.slice(0, 40)}"` : typeOf(given)}. The texts are English`,
  )

/** Reports a zone in the document of a frame. */
export const reportFrame = (rewards: Rewards, host: ZoneHost): void =>
  reportOnce(
    rewards,
    host,
    `Zone "${host.name}" is in a frame, where it has no styles. Load the script in the document of the frame`,
  )

/** An element is drawn again with every change. */
function reportOnce(rewards: Rewards, host: ZoneHost, message: string) {
  const before = reported.get(host) ?? new Set()
  reported.set(host, before)
  if (!before.has(message)) rewards.report?.('invalid_argument', message)
  before.add(message)
}
