// Compiles: an app that uses the runtime and the element.

import {
  type AssetInput,
  type AssetUploadOptions,
  createRewards,
  type EmailShareInput,
  type JourneyFilters,
  type MountOptions,
  type ParameterOptions,
  type PollOptions,
  type ProfileChanges,
  type Rewards,
  type RewardsEventMap,
  type RewardsOptions,
  type ScriptRewards,
  type ShareableFilters,
  type ShareableInput,
  type ShareFilters,
  type ShareMessage,
  type StepFilters,
  type Theme,
  type TrackOptions,
  type TransferOptions,
  type WaitOptions,
  type Zone,
  type ZoneOptions,
} from 'rewards-web-sdk'
import {
  createTestPlatform,
  fixtures,
  type TestConsumer,
  type TestFailure,
  type TestPlatform,
  type TestPlatformOptions,
  type WidgetContent,
} from 'rewards-web-sdk/testing'
import 'rewards-web-sdk/widgets'

/** An interface has no index signature: `Record<string, unknown>` would refuse it. */
interface Order {
  partner_conversion_id: string
  cart_value: number
}

interface Visitor {
  email: string
  loyalty_tier?: 'gold' | 'silver'
}

interface Terms {
  headline: string
}

declare const order: Order
declare const visitor: Visitor
declare const element: HTMLElement
declare const signal: AbortSignal | undefined
declare const id: string | undefined

const rewards: Rewards = createRewards({ domain: '/rewards', data: order, jwt: undefined, tokenDuration: undefined })

rewards.track('purchase', order, { id })
rewards.track('page_viewed')
rewards.identify(visitor)
rewards.identify({ email: 'ada@example.com', loyalty_tier: 'gold' })
rewards.eventUrl('purchase', order)
rewards.zone('terms', order, { signal, widget: 'share' })
const mounted = rewards.mount(element, 'terms', order, {
  widget: 'reward-status',
  theme: { accent: 'red' },
  loading: undefined,
})
mounted.update(order)

const untyped: Zone = await rewards.zone('terms')
export const content: unknown = untyped.data
const { data } = await rewards.zone<Terms>('terms')
export const headline: string | undefined = data?.headline

// A value that may be missing stands where an optional one may, as in every place above.
declare const text: string | undefined
rewards.profile.update({ first_name: text, email: text, cookie_consent: undefined })
rewards.parameters.set('size', null)
rewards.parameters.set('size', 'M', { type: undefined, wait: undefined, signal, timeout: undefined })
rewards.shareables.getOrCreate({ key: text, label: text, content: { title: text, url: text }, data: undefined })
rewards.shareables.list({ key: text, label: text }, { signal })
rewards.shares.list({ partner_share_id: text, partner_id: text })
rewards.steps.list({ step_name: text, quality: undefined })
rewards.journeys.list({ container: text, type: undefined })
rewards.email.share({ advocate_code: 'ada', recipient_email: 'a@b.c', message: '', subject: text, data: undefined })
rewards.assets.create(
  new Blob(),
  { name: text, tags: undefined },
  { signal, mimeTypes: undefined, maxBytes: undefined },
)
rewards.share({ code: 'ada', link: 'https://brand.com/ada' }, 'copy', { message: text, subject: text })
for await (const { status } of rewards.rewardStatus.watch({ polling_id: 'p', reward_name: undefined }, { signal }))
  status.toLowerCase()

/** The inputs with an optional field that may not be undefined. */
type Refusing<Input> = Input extends unknown
  ? { [Key in keyof Input as object extends Pick<Input, Key> ? Key : never]-?: undefined } extends Partial<Input>
    ? never
    : Input
  : never
type Options = MountOptions | ParameterOptions | PollOptions | RewardsOptions | TrackOptions | WaitOptions | ZoneOptions
type Transfers = AssetInput | AssetUploadOptions | TransferOptions
type Filters = JourneyFilters | ShareableFilters | ShareFilters | StepFilters
type Content = NonNullable<ShareableInput['content']>
type Changes = Content | EmailShareInput | ProfileChanges | ShareableInput | ShareMessage | Theme
type ForTests = TestConsumer | TestPlatformOptions | Exclude<TestFailure, string> | Times
type Times = NonNullable<Parameters<TestPlatform['fail']>[2]>
type Input = Options | Transfers | Filters | Changes | ForTests | WidgetContent
export const isRefused: [Refusing<Input>] extends [never] ? false : true = false

declare const terms: Terms
const platform = createTestPlatform({
  domain: text,
  consumer: { ...fixtures.consumer, first_name: text },
  zones: {
    share_experience: { ...fixtures.share, headline: text, links: { terms_url: text } },
    terms,
    own: { widget: 'own', key: 1 },
    nothing: null,
    list: [1, 2],
    html: '<p>Terms</p>',
    computed: ({ data, consumer }) => (data.cart_value ? { greeting: `Hello ${consumer.first_name}` } : null),
    declared: () => terms,
  },
})
platform.setZone('terms', { headline: text })
platform.fail('/zones', { status: undefined, code: text }, { times: undefined })

const onError = (event: RewardsEventMap['error']) => event.detail.code
rewards.addEventListener('error', onError)
rewards.removeEventListener('error', onError)
rewards.removeEventListener('error', onError, { capture: true })
rewards.addEventListener('consumer', { handleEvent: ({ detail }) => detail.level })
rewards.addEventListener('another', event => event.type)

if (!window.rewards?.push) window.rewards = []
const queue = window.rewards
queue.push(['track', 'purchase', order])
queue.push(['setConsent', 'granted'], runtime => runtime.addEventListener('receipt', ({ detail }) => detail.event_id))
window.rewards?.push(['mount', 'main', 'terms'])
export const runtime: Rewards = window.rewards as ScriptRewards

const zone = document.createElement('rewards-zone')
zone.data = order
zone.data = '{ "sku": "fern" }'
zone.widget = 'offer'
zone.widget = null
zone.theme = { scheme: 'dark', font: 'serif', minHeight: '10rem' }
zone.messages = { copy: 'Take it' }
zone.rewards = rewards
zone.addEventListener('error', ({ detail }) => detail.code)
zone.addEventListener('rewards-action', function ({ detail }) {
  this.name = detail.zone + detail.action
})
zone.addEventListener('click', event => event.clientX)
zone.addEventListener('another', event => event.type)
const onViewed = (event: CustomEvent<{ zone: string }>) => event.detail.zone
zone.addEventListener('rewards-viewed', onViewed)
zone.removeEventListener('rewards-viewed', onViewed)
document.addEventListener('rewards-viewed', onViewed)
document.body.addEventListener('rewards:action', ({ detail }) => detail.outcome)
export const isElement: HTMLElement = zone

export const options: RewardsOptions = { domain: '/rewards', consent: undefined }
export const zoneOptions: ZoneOptions = { signal: undefined }
