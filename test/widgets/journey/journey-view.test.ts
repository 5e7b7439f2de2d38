import { expect, test } from 'vitest'
import { proofOf } from '../../proof.js'
import { useLocalPlatform } from '../local-platform.js'
import { inside, placed, settled } from '../page.js'
import { publish } from '../published.js'
import { useViewport } from '../viewport.js'

useViewport()
const local = useLocalPlatform()

const GOALS = [
  { title: 'Bring friends', reward_text: 'A planter', current: 0, target: 3, ends_at: '2099-03-01T12:00:00Z' },
  { title: 'Write', current: 1, target: 1, ends_at: '2020-03-01T12:00:00Z' },
  { title: 'Buy', current: 5, target: 2, repeatable: true, starts_at: '2099-03-01T12:00:00Z' },
  { title: 'Wait', current: 1, target: 2, ends_at: '2020-03-01T12:00:00Z' },
]

async function show(goals: unknown) {
  await publish(local.platform, 'goals', { widget: 'journey', goals })
  await local.rewards.verify(await proofOf({ email: 'ada@example.com' }))
  const errors: string[] = []
  local.rewards.addEventListener('error', ({ detail }) => errors.push(detail.code))
  const element = await placed({ name: 'goals', rewards: local.rewards })
  await settled()
  return { view: inside(element), element, errors }
}

test('a journey shows the progress, the reward and the end of each goal', async () => {
  const { view } = await show(GOALS)
  expect(view.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bring friends0 of 3A planterEnds March 1, 2099',
    'WriteCompleted',
    'Buy1 of 2Repeat as often as you likeCompleted 2×Starts March 1, 2099',
    'Wait1 of 2Ended March 1, 2020',
  ])
  const bars = view.getAllByRole<HTMLProgressElement>('progressbar')
  // A bar without the attribute shows an unknown progress.
  expect(bars.map(bar => [bar.getAttribute('aria-label'), bar.getAttribute('value'), bar.max])).toEqual([
    ['Bring friends', '0', 3],
    ['Write', '1', 1],
    ['Buy', '1', 2],
    ['Wait', '1', 2],
  ])
  // Its name is a text of the content.
  expect(bars.map(({ lang }) => lang)).toEqual(bars.map(() => 'en'))
})

test('counts are written as in the locale', async () => {
  await publish(local.platform, 'goals', {
    widget: 'journey',
    goals: [{ title: 'Teilen', current: 1_000, target: 5_000 }],
  })
  await local.rewards.verify(await proofOf({ email: 'ada@example.com' }))
  const element = await placed({ name: 'goals', rewards: local.rewards, data: { locale: 'de' } })
  expect(inside(element).getByRole('listitem').textContent).toBe('Teilen1.000 von 5.000')
})

test('goals with the same title all stay', async () => {
  const { view } = await show([
    { title: 'Bring friends', current: 1, target: 3 },
    { title: 'Bring friends', current: 1, target: 9 },
  ])
  expect(view.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bring friends1 of 3',
    'Bring friends1 of 9',
  ])
})

test('a journey without goals is empty, and this is reported', async () => {
  const { element, errors } = await show('soon')
  expect(element.shadowRoot!.querySelector('section')).toBeNull()
  expect(errors).toEqual(['unsupported_content'])
})
