import { describe, expect, test } from 'vitest'
import { inside, next, place, placed, settled } from './page.js'
import { createProgram } from './program.js'

const shareable = { code: 'ada', link: 'https://brand.com/s/ada' }
const content = (headline: string) => createProgram(() => ({ widget: 'share', headline, shareable }))

const isEmpty = (element: Element) => inside(element).queryByRole('heading') === null

describe('a zone whose runtime is destroyed', () => {
  test('shows its content no more, and loads from the next runtime of the page', async () => {
    const first = content('Private')
    const element = await placed({ name: 'product' })
    expect(isEmpty(element)).toBe(false)
    first.rewards.destroy()
    await settled()
    expect(isEmpty(element)).toBe(true)
    const loaded = next(element, 'load')
    content('Public')
    await loaded
    expect(inside(element).getByRole('heading').textContent).toBe('Public')
  })

  test('is detached also if the page has given it that runtime', async () => {
    const { rewards } = content('Private')
    const element = await placed({ name: 'product', rewards })
    rewards.destroy()
    expect(element.rewards).toBeUndefined()
    await settled()
    expect(isEmpty(element)).toBe(true)
    const loaded = next(element, 'load')
    content('Public')
    await loaded
    expect(inside(element).getByRole('heading').textContent).toBe('Public')
  })

  test('shows its content no more after it was moved in the page', async () => {
    const { rewards } = content('Private')
    const element = await placed({ name: 'product' })
    element.remove()
    await settled()
    document.body.append(element)
    await settled()
    expect(isEmpty(element)).toBe(false)
    rewards.destroy()
    await settled()
    expect(isEmpty(element)).toBe(true)
  })

  test('while it is out of the page shows its content no more when it is back', async () => {
    const first = content('Private')
    const element = await placed({ name: 'product' })
    element.remove()
    await settled()
    first.rewards.destroy()
    document.body.append(element)
    await settled()
    expect(isEmpty(element)).toBe(true)
    const loaded = next(element, 'load')
    content('Public')
    await loaded
    expect(inside(element).getByRole('heading').textContent).toBe('Public')
  })

  test('while it loads, waits for the next runtime without an error', async () => {
    const { rewards } = content('Private')
    const element = place({ name: 'product' })
    const failures: Event[] = []
    element.addEventListener('error', event => failures.push(event))
    await next(element, 'loadstart')
    rewards.destroy()
    const loaded = next(element, 'load')
    content('Public')
    await loaded
    expect(failures).toEqual([])
  })
})
