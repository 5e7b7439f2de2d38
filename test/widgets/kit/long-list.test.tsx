// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { LongList } from '../../../widgets/kit/long-list.js'

afterEach(cleanup)

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => Number(textContent))
const showMore = () => fireEvent.click(screen.getByRole('button', { name: 'More' }))

test('shows twenty items, and twenty more with each click, until none is left', async () => {
  render(<LongList items={numbers(50)} moreLabel="More" renderItem={String} />)
  expect(shown()).toEqual(numbers(20))
  await showMore()
  expect(shown()).toEqual(numbers(40))
  await showMore()
  expect(shown()).toEqual(numbers(50))
  expect(screen.queryByRole('button')).toBeNull()
})

test('has no button where all items are shown, also with a full last page', async () => {
  render(<LongList items={numbers(40)} moreLabel="More" renderItem={String} />)
  await showMore()
  expect(shown()).toEqual(numbers(40))
  expect(screen.queryByRole('button')).toBeNull()
})

test('moves the focus to the first new item', async () => {
  render(<LongList items={numbers(50)} moreLabel="More" renderItem={String} />)
  await showMore()
  expect(document.activeElement?.textContent).toBe('20')
  expect(document.querySelectorAll('[tabindex]')).toHaveLength(1)
})

test('renders only the new items when it grows, and all of them anew when they change', async () => {
  const renderItem = vi.fn(String)
  const list = (items: number[]) => <LongList items={items} moreLabel="More" renderItem={renderItem} />
  const { rerender } = render(list(numbers(50)))
  renderItem.mockClear()
  await showMore()
  expect(renderItem.mock.calls.map(([item]) => item)).toEqual(numbers(40).slice(20))
  rerender(list(numbers(50).reverse()))
  expect(shown()).toEqual(numbers(50).reverse().slice(0, 40))
})
