import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../src/api.js'
import { SOON } from '../soon.js'
import { openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()
const script = 'rewards-zones.js'
const zone = (name: string) => `<rewards-zone name="${name}"></rewards-zone>`

/** The names of the files that pages fetched from the program domain. */
const fetched = () =>
  visit.demo.requests
    .filter(({ url }) => url.startsWith(visit.demo.origins.program) && url.endsWith('.js'))
    .map(({ url }) => url.replace(/.*\//, ''))

async function openZones(names: string[], options: Parameters<typeof openBarePage>[2] = {}) {
  visit.demo.requests.length = 0
  const visitor = await visit.newVisitor()
  await openBarePage(visitor.page, visit.demo, { script, body: names.map(zone).join(''), ...options })
  return visitor
}

describe('rewards-zones.js', () => {
  test('shows the first zone without fetching another script', async () => {
    const { page, complaints } = await openZones(['share_experience'])
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(fetched()).toEqual([script])
    expect(visit.demo.requests.filter(({ url }) => url.endsWith('/zones'))).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('shows the widgets that come later too, and never fetches a second copy of the element', async () => {
    const { page, complaints } = await openZones([
      'welcome_offer',
      'global_header',
      'bankable_rewards',
      'share_experience',
    ])
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await page.locator('rewards-zone[name=welcome_offer] [part~=card]').first().waitFor()
    await page.locator('rewards-zone[name=bankable_rewards] [part~=card]').first().waitFor()
    // The dialog of the button is drawn by code that arrives with the first click.
    await page.locator('rewards-zone[name=global_header] button').first().click()
    await page.getByRole('dialog').waitFor()
    expect(fetched()).toContain('cta-view.js')
    expect(fetched()).not.toContain('widgets.js')
    expect(complaints).toEqual([])
  })

  test('leaves a page without zones alone until one is mounted', async () => {
    const { page, complaints } = await openZones([], { before: 'window.rewards = []' })
    await page.waitForFunction(() => 'domain' in (window.rewards ?? {}))
    expect(await page.evaluate(() => Boolean(customElements.get('rewards-zone')))).toBe(false)
    await page.evaluate(() => (window.rewards as ScriptRewards).mount('body', 'share_experience'))
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(complaints).toEqual([])
  })

  test.each([
    ['before', '', `<script async nonce="bare" src="{program}/rewards.js"></script>`],
    ['after', `<script nonce="bare" src="{program}/rewards.js"></script>`, ''],
  ])('and rewards.js on one page are one runtime and one element: it %s', async (_, ahead, behind) => {
    const { program } = visit.demo.origins
    const { page, complaints } = await openZones([], {
      ahead: ahead.replace('{program}', program),
      body: zone('share_experience') + zone('welcome_offer') + behind.replace('{program}', program),
    })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await page.locator('rewards-zone[name=welcome_offer] [part~=card]').first().waitFor()
    await expect
      .poll(
        () =>
          fetched()
            .filter(name => name.startsWith('rewards'))
            .sort(),
        SOON,
      )
      .toEqual([script, 'rewards.js'])
    expect(visit.demo.requests.filter(({ url }) => url.endsWith('/zones'))).toHaveLength(2)
    expect(complaints).toEqual([])
  })
})
