import { expect, test } from 'vitest'
import { useLocalPlatform } from '../local-platform.js'
import { showOwn } from '../own-zone.js'
import { inside } from '../page.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()

const TIERS = [
  { title: 'Seedling', threshold: 1, benefits: ['Free seeds'] },
  { title: 'Sprout', threshold: 3, benefits: ['Free delivery', 'A gift'] },
  { title: 'Oak', threshold: 1_000 },
]

async function show(content: object, data = {}) {
  const errors: string[] = []
  local.rewards.addEventListener('error', ({ detail }) => errors.push(`${detail.code}: ${detail.message}`))
  const { element } = await showOwn(local, { widget: 'tiers', tiers: TIERS, ...content }, { data })
  const root = element.shadowRoot!
  const textOf = (part: string) => root.querySelector(`[part~="${part}"]`)?.textContent
  return { view: inside(element), root, textOf, errors }
}

const listed = (root: ShadowRoot) =>
  [...root.querySelectorAll('ol > li')].map(item => [
    item.getAttribute('part'),
    item.getAttribute('aria-current'),
    item.textContent,
  ])

test('the tiers show where the consumer stands, what they have, and what the next tier needs', async () => {
  const { view, root, textOf, errors } = await show({ headline: 'Your place', current: 4 })
  expect(view.getByRole('heading').textContent).toBe('Your place')
  expect(textOf('standing')).toBe('Sprout4 of 1,000Next level: Oak')
  const bar = view.getByRole<HTMLProgressElement>('progressbar')
  expect([bar.getAttribute('aria-label'), bar.getAttribute('value'), bar.max]).toEqual(['Oak', '4', 1_000])
  expect(listed(root)).toEqual([
    ['tier reached', null, 'SeedlingFrom 1Free seeds'],
    ['tier current', 'true', 'SproutYour levelFree deliveryA gift'],
    ['tier ', null, 'OakFrom 1,000'],
  ])
  expect(view.getAllByRole('list')[0]!.getAttribute('aria-label')).toBe('Levels')
  expect(root.querySelector('[part~=change]')).toBeNull()
  expect(errors).toEqual([])
})

test('below the first tier, the consumer has none', async () => {
  const { root, textOf } = await show({ current: 0 })
  expect(textOf('standing')).toBe('No level yet0 of 1Next level: Seedling')
  expect(listed(root).map(([part]) => part)).toEqual(['tier ', 'tier ', 'tier '])
})

test('on the highest tier, nothing is next', async () => {
  const { view, textOf } = await show({ current: 1_000 })
  expect(textOf('standing')).toBe('OakHighest level reached')
  expect(view.queryByRole('progressbar')).toBeNull()
})

test.each([
  [3, 'change gained', 'New: you have reached Sprout.'],
  [2_000, 'change lost', 'You are no longer at Oak.'],
])('what has changed since %s is said', async (previous, part, text) => {
  const { root } = await show({ current: previous === 3 ? 3 : 4, previous: previous === 3 ? 2 : previous })
  const change = root.querySelector('[part~=change]')!
  expect([change.getAttribute('part'), change.textContent]).toEqual([part, text])
})

test('without a number, the tiers are listed, and no place is claimed', async () => {
  const { root, textOf, errors } = await show({ current: null })
  expect(textOf('standing')).toBeUndefined()
  expect(listed(root).map(([part, current]) => [part, current])).toEqual(Array(3).fill(['tier ', null]))
  expect(errors).toEqual([])
})

test('counts are written as in the locale', async () => {
  const { textOf } = await show({ current: 4 }, { locale: 'de' })
  expect(textOf('count')).toBe('4 von 1.000')
})

test('tiers with the same title all stay', async () => {
  const twice = [
    { title: 'Oak', threshold: 1 },
    { title: 'Oak', threshold: 1 },
  ]
  const { root } = await show({ tiers: twice, current: 1 })
  expect(listed(root).map(([part]) => part)).toEqual(['tier reached', 'tier current'])
})

test('no tiers is reported, and shows nothing', async () => {
  const { root, errors } = await show({ tiers: 'soon' })
  expect(root.querySelector('section')).toBeNull()
  expect(errors).toEqual([expect.stringMatching(/^unsupported_content: .*the tiers widget needs tiers; got none$/)])
})
