// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLinks } from '../../../src/native/links.js'
import { SOON } from '../../soon.js'
import { lifetime } from '../lifetime.js'

const asked: string[] = []
let offered = true
let answer: () => Promise<unknown>

openLinks(
  {
    offers: capability => capability === 'open' && offered,
    request(type, payload) {
      asked.push(`${type} ${Object(payload).url}`)
      return answer()
    },
  },
  lifetime,
)

beforeEach(() => {
  asked.length = 0
  offered = true
  answer = async () => ({})
})
afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** Clicks a link, in a zone's shadow or another's; answers with whether the browser is left to follow it, which here it does not. */
function click(attributes: object, { where = 'rewards-zone', prevented = false } = {}) {
  const host = document.createElement(where)
  document.body.append(host)
  const link = Object.assign(document.createElement('a'), attributes)
  host.attachShadow({ mode: 'open' }).append(link)
  if (prevented) link.addEventListener('click', event => event.preventDefault())
  let followed = false
  const last = (event: Event) => {
    followed = !event.defaultPrevented
    event.preventDefault()
  }
  addEventListener('click', last, { once: true })
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }))
  return followed
}

test('the app opens links that leave the page; the browser does not', () => {
  expect(click({ href: 'https://wa.me/?text=hello', target: '_blank' })).toBe(false)
  expect(click({ href: 'mailto:ada@example.com' })).toBe(false)
  expect(click({ href: 'sms:?&body=hello' })).toBe(false)
  expect(asked).toEqual(['open https://wa.me/?text=hello', 'open mailto:ada@example.com', 'open sms:?&body=hello'])
})

test('the browser follows links of the page itself, links within the page, and links that a script handles', () => {
  expect(click({ href: 'https://wa.me/', target: '_blank' }, { where: 'my-footer' })).toBe(true)
  expect(click({ href: 'https://shop.brand.localhost/terms' })).toBe(true)
  expect(click({ target: '_blank' })).toBe(true)
  click({ href: 'https://wa.me/', target: '_blank' }, { prevented: true })
  offered = false
  expect(click({ href: 'https://wa.me/', target: '_blank' })).toBe(true)
  expect(asked).toEqual([])
})

test('the browser follows a link that the app fails to open', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  answer = () => Promise.reject(new Error('no_browser'))
  click({ href: 'mailto:ada@example.com' })
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['mailto:ada@example.com']]), SOON)
})
