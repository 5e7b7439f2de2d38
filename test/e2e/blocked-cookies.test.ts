import { expect, test } from 'vitest'
import { useDemo } from './demo.js'
import { BLOCKS_COOKIES, useFirefox } from './firefox.js'

const newTab = useFirefox(BLOCKS_COOKIES)
const visit = useDemo({ https: true })

test('in Firefox that blocks all cookies, zones are shown and events are recorded', async () => {
  const tab = await newTab()
  await tab.open(`${visit.demo.origins.shop}/strict`)
  await expect.poll(() => tab.evaluate(`typeof window.rewards?.zone`)).toBe('function')
  expect(await tab.evaluate(`try { new BroadcastChannel('a'); 'given' } catch { 'refused' }`)).toBe('refused')
  expect(await tab.evaluate(`rewards.zone('share_experience').then(({ data }) => data.widget)`)).toBe('share')
  const receipt = `rewards.track('purchase', { cart_value: 1 }).then(({ event_id }) => typeof event_id)`
  expect(await tab.evaluate(receipt)).toBe('string')
  expect(await tab.evaluate(`rewards.logout().then(() => rewards.consumer.level)`)).toBe('anonymous')
})
