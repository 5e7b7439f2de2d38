import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { createTestPlatform } from '../../../testing/index.js'
import { SOON } from '../../soon.js'
import { inside, next, placed } from '../page.js'
import { useViewport } from '../viewport.js'

useViewport()
const user = userEvent.setup()

const SURVEY = { widget: 'form', fields: [{ type: 'text', name: 'answer', label: 'Answer', required: true }] }

test('two forms in a stack keep what was entered apart, and each sends its own event', async () => {
  const platform = createTestPlatform({ zones: { club: { widget: 'stack', items: [SURVEY, SURVEY] } as never } })
  const rewards = createRewards(platform.options)
  const element = await placed({ name: 'club', rewards })
  const frames = () => [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=frame]')]
  await expect.poll(() => frames().filter(frame => frame.shadowRoot?.querySelector('input')), SOON).toHaveLength(2)
  const [one, other] = frames().map(frame => inside(frame))
  await user.type(one!.getByLabelText('Answer'), 'Moss')
  expect(other!.getByLabelText('Answer')).toHaveProperty('value', '')
  await user.type(other!.getByLabelText('Answer'), 'Fern')
  for (const view of [one!, other!]) view.getByRole<HTMLElement>('button', { name: 'Send' }).click()
  await expect
    .poll(
      () => platform.events.filter(({ name }) => name === 'club_submit').map(({ data }) => Object(data).answer),
      SOON,
    )
    .toEqual(['Moss', 'Fern'])
  rewards.destroy()
  element.remove()
})

test('what was entered in a form is not in that of another zone, nor in another form of the same zone', async () => {
  const platform = createTestPlatform({ zones: { club: SURVEY as never, footer: SURVEY as never } })
  const rewards = createRewards(platform.options)
  const first = await placed({ name: 'club', rewards })
  const valueIn = (element: Element) => inside(element).getByLabelText<HTMLInputElement>('Answer').value
  await user.type(inside(first).getByLabelText('Answer'), 'Moss')
  const second = await placed({ name: 'footer', rewards })
  expect([valueIn(first), valueIn(second)]).toEqual(['Moss', ''])
  platform.setZone('club', { ...SURVEY, event: 'quiz' } as never)
  first.data = { page: 2 }
  await next(first, 'load')
  expect(valueIn(first)).toBe('')
  rewards.destroy()
  for (const element of [first, second]) element.remove()
})
