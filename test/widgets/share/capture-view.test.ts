import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { inside, placed, settled } from '../page.js'
import { createProgram } from '../program.js'
import { useViewport } from '../viewport.js'

useViewport()

const CONTENT = {
  widget: 'share',
  headline: 'Give 20',
  capture: { opt_in: 'Send me news' },
  shareable: { code: 'ada', link: 'https://brand.com/s/ada' },
}
const user = userEvent.setup()

async function show(content: object = CONTENT) {
  const program = createProgram(() => content)
  const element = await placed({ name: 'share_experience', rewards: program.rewards })
  return { program, element, view: inside(element), field: element.querySelector('input')! }
}

describe('an anonymous consumer', () => {
  test('is asked for an email address before the link, in a field that autofill recognizes', async () => {
    const { view, field } = await show()
    expect(view.getByRole('heading').textContent).toBe('Give 20')
    expect(view.queryByLabelText('Your link')).toBeNull()
    expect([field.type, field.autocomplete, field.dir, field.getAttribute('aria-label')]).toEqual([
      'email',
      'email',
      'ltr',
      'Your email address',
    ])
  })

  test('is asked in a field that belongs to no form of the page', async () => {
    const { field } = await show()
    // In happy-dom, the attribute has no effect: the field would belong to the form around the zone.
    expect(field.getAttribute('form')).toBe('')
  })

  test.each([
    [
      'by the button',
      (view: ReturnType<typeof inside>) => user.click(view.getByRole('button', { name: 'Get my link' })),
    ],
    ['by Enter', () => user.keyboard('{Enter}')],
  ])('is identified %s, with the consent they gave', async (_, submit) => {
    const { program, element, view, field } = await show()
    await user.click(view.getByRole('checkbox', { name: 'Send me news' }))
    await user.type(field, 'ida@example.com')
    await submit(view)
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events).toEqual([
      expect.objectContaining({
        event_name: 'identify',
        data: expect.objectContaining({ email: 'ida@example.com', opt_in: true }),
      }),
    ])
    expect(element.isConnected).toBe(true)
  })

  test('is reported to the page once they are identified', async () => {
    const { program, element, view, field } = await show()
    let answer = () => {}
    vi.spyOn(program.rewards, 'identify').mockReturnValue(
      new Promise(resolve => {
        answer = () => resolve(program.rewards.consumer)
      }),
    )
    const actions: object[] = []
    element.addEventListener('rewards:action', event => actions.push((event as CustomEvent).detail))
    await user.type(field, 'ida@example.com')
    await user.click(view.getByRole('button', { name: 'Get my link' }))
    expect(actions).toEqual([])
    answer()
    await expect.poll(() => actions).toEqual([{ zone: 'share_experience', action: 'capture' }])
  })

  test('whom the platform rejects reads that it failed, and keeps the typed text', async () => {
    const { program, view, field } = await show()
    vi.spyOn(program.rewards, 'identify').mockRejectedValue(new TypeError('No network'))
    await user.type(field, 'ida@example.com')
    await user.click(view.getByRole('button', { name: 'Get my link' }))
    await view.findByText('Something went wrong. Try again.')
    expect(field.value).toBe('ida@example.com')
  })

  test('who leaves the box open refuses the consent', async () => {
    const { program, view, field } = await show()
    await user.type(field, 'ida@example.com')
    await user.click(view.getByRole('button', { name: 'Get my link' }))
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events[0]!.data).toMatchObject({ opt_in: false })
  })

  test.each([null, '', true, 7, undefined])('who sees no box, as with opt_in: %j, refuses nothing', async opt_in => {
    const { program, view, field } = await show({ ...CONTENT, capture: { opt_in } })
    expect(view.queryByRole('checkbox')).toBeNull()
    await user.type(field, 'ida@example.com')
    await user.click(view.getByRole('button', { name: 'Get my link' }))
    await vi.waitUntil(() => program.events.length, SOON)
    expect(program.events[0]!.data).toMatchObject({ email: 'ida@example.com' })
    expect(program.events[0]!.data).not.toHaveProperty('opt_in')
  })

  test.each(['', 'ida', 'ida@'])('who enters "%s" sees an error, and nothing is sent', async text => {
    const { program, view, field } = await show()
    if (text) await user.type(field, text)
    await user.click(view.getByRole('button', { name: 'Get my link' }))
    await view.findByText('Enter a valid email address.')
    expect(document.activeElement).toBe(field)
    expect(program.events).toEqual([])
  })

  test('loses the field from the page together with the content', async () => {
    const { element, field } = await show()
    element.name = ''
    await settled()
    expect(field.isConnected).toBe(false)
  })
})

test('content without capture shows the link at once', async () => {
  const { view } = await show({ ...CONTENT, capture: undefined })
  expect(view.getByLabelText('Your link')).toHaveProperty('value', CONTENT.shareable.link)
})

test.each(['identified', 'verified'])('a consumer who is %s is not asked for an address', async level => {
  const { rewards } = createProgram(() => CONTENT)
  Object.defineProperty(rewards, 'consumer', { value: { ...rewards.consumer, level } })
  const element = await placed({ name: 'share_experience', rewards })
  expect(inside(element).getByLabelText('Your link')).toHaveProperty('value', CONTENT.shareable.link)
})
