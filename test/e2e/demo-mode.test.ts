import { expect, test } from 'vitest'
import { heard, LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** What the page asked the program domain for, beside the files of the SDK. */
const calls = () =>
  visit.demo.requests.filter(({ url }) => url.startsWith(visit.demo.origins.program) && !/\.(js|html)$/.test(url))

async function openDemos(...names: string[]) {
  visit.demo.requests.length = 0
  const visitor = await visit.newVisitor()
  const body = names.map(name => `<rewards-zone demo="${name}"></rewards-zone>`).join('')
  await openBarePage(visitor.page, visit.demo, { before: LISTEN, body })
  return { ...visitor, zone: (name: string) => visitor.page.locator(`rewards-zone[demo="${name}"]`) }
}

test('`<rewards-zone demo>` shows each widget under the strict policy, marked as a demo, without a request or a cookie', async () => {
  const names = [
    'share',
    'offer',
    'rewards',
    'referrals',
    'stats',
    'journey',
    'tiers',
    'leaderboard',
    'profile',
    'stack',
    'cta',
    'hero',
    'form',
    'panel',
    'reward-status',
  ]
  const { page, context, complaints, zone } = await openDemos(...names)
  await page.getByRole('textbox', { name: 'Your link' }).first().waitFor()
  await zone('offer').getByText('A gift from a friend').waitFor()
  await expect.poll(() => zone('rewards').getByRole('textbox').first().inputValue()).toBe('GARDEN-20')
  await zone('referrals').getByText('Grace').waitFor()
  await zone('stats').getByText('42').waitFor()
  await zone('stats').getByRole('table', { name: 'Visits from your link' }).waitFor()
  await zone('journey').getByText('Refer three friends').waitFor()
  await zone('tiers').getByText('Next level: Refer three friends').waitFor()
  await zone('leaderboard').getByRole('row', { name: '2 Ada You 3' }).waitFor()
  await expect.poll(() => zone('profile').getByRole('textbox').first().inputValue()).toBe('Ada')
  await zone('cta').getByText('share Juniper with a friend').waitFor()
  await zone('hero').getByRole('heading', { name: 'Gardens are for sharing' }).waitFor()
  await zone('form').getByRole('heading', { name: 'Join the garden club' }).waitFor()
  await zone('panel').getByRole('button', { name: 'Your rewards 2 new rewards' }).waitFor()
  await zone('reward-status').getByText('Your reward is here.').waitFor()
  for (const name of names)
    expect(await zone(name).evaluate(element => getComputedStyle(element, '::after').content), name).toBe('"Demo"')
  expect(calls()).toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(complaints).toEqual([])
})

test('a demo that does not exist is reported', async () => {
  const { page, zone } = await openDemos('shares')
  await expect.poll(() => heard(page)).toEqual(['unsupported_content'])
  expect(await zone('shares').evaluate(element => element.shadowRoot!.textContent)).toBe('')
  expect(calls()).toEqual([])
})
