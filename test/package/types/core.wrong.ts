// Compiles, because each directive stands above an error: a mistake in the use of the runtime or the element.

import { createRewards, type Theme, type WidgetName } from 'rewards-web-sdk'
import { createTestPlatform, fixtures } from 'rewards-web-sdk/testing'
import 'rewards-web-sdk/widgets'

declare const element: HTMLElement
declare const text: string | undefined

const rewards = createRewards({ domain: '/rewards' })
// @ts-expect-error: data is an object
rewards.track('purchase', 'cart')
// @ts-expect-error: data is an object
rewards.zone('terms', 3)
// @ts-expect-error: data is an object
rewards.mount(element, 'terms', 'refer')
// @ts-expect-error: data is an object
rewards.mount(element, 'terms').update('refer')
// @ts-expect-error: data is no list
rewards.track('purchase', ['cart'])
// @ts-expect-error: data is no list
rewards.zone('terms', [])
// @ts-expect-error: data is no list
rewards.mount(element, 'terms', ['refer'])
// @ts-expect-error: data is no list
rewards.mount(element, 'terms').update(['refer'])
// @ts-expect-error: data is no list
rewards.eventUrl('purchase', ['cart'])
// @ts-expect-error: data is no list
createRewards({ domain: '/rewards', data: ['cart'] })
// @ts-expect-error: no value
rewards.parameters.set('size', undefined)
// @ts-expect-error: there may be no value
rewards.parameters.set('size', text)
// @ts-expect-error: no field of a claim
rewards.identify({ emial: 'ada@example.com' })
// @ts-expect-error: not a widget
rewards.zone('terms', {}, { widget: 'sharre' })
// @ts-expect-error: not a widget
rewards.mount(element, 'terms', {}, { widget: 'sharre' })
// @ts-expect-error: not a key of a theme
rewards.mount(element, 'terms', {}, { theme: { acent: 'red' } })
// @ts-expect-error: not a color scheme
rewards.mount(element, 'terms', {}, { theme: { scheme: 'dim' } })
// @ts-expect-error: neither a reward nor an event
rewards.rewardStatus.get({})
// @ts-expect-error: not two of them
rewards.rewardStatus.watch({ reward_name: 'welcome', partner_event_id: 'order-1' })
// @ts-expect-error: not a filter
rewards.steps.list({ stepName: 'purchase' })
// @ts-expect-error: no field of a profile
rewards.profile.update({ firstName: 'Ada' })
// @ts-expect-error: the content may be anything
export const headline: string = (await rewards.zone('terms')).data.headline
// @ts-expect-error: there may be no content
export const name: string = (await rewards.zone<{ name: string }>('terms')).data.name
// @ts-expect-error: not the event of this listener
rewards.removeEventListener('consumer', (event: CustomEvent<number>) => event.detail)
// @ts-expect-error: not a method
window.rewards?.push(['trak', 'purchase'])
// @ts-expect-error: not the arguments of this method
window.rewards?.push(['setConsent', 'maybe'])
// @ts-expect-error: the script may not have loaded yet
window.rewards.track('purchase')

const zone = document.createElement('rewards-zone')
// @ts-expect-error: not a widget
zone.widget = 'sharre'
// @ts-expect-error: not a key of a theme
zone.theme = { acent: 'red' }
// @ts-expect-error: not a way to load
zone.loading = 'late'
// @ts-expect-error: neither an object nor JSON
zone.data = 3
// @ts-expect-error: no field of a RewardsError
zone.addEventListener('error', ({ detail }) => detail.colour)
// @ts-expect-error: no field of an action
zone.addEventListener('rewards-action', ({ detail }) => detail.colour)
// @ts-expect-error: not the event of this listener
zone.removeEventListener('rewards-viewed', (event: CustomEvent<number>) => event.detail)

// @ts-expect-error: not a widget
export const widget: WidgetName = 'html'
// @ts-expect-error: not a color
export const theme: Theme = { accent: 3 }

// @ts-expect-error: the function is async
createTestPlatform({ zones: { terms: async () => ({ text: 'Late' }) } })
// @ts-expect-error: the function is async
createTestPlatform().setZone('terms', async () => fixtures.share)
// @ts-expect-error: the content is not there yet
createTestPlatform({ zones: { terms: Promise.resolve({ text: 'Late' }) } })
// @ts-expect-error: no content
createTestPlatform({ zones: { terms: text } })
// @ts-expect-error: not a failure
createTestPlatform().fail('/zones', 'network-error')
