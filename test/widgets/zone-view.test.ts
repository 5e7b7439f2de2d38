import { waitFor } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RewardsError } from '../../src/index.js'
import { useLocalPlatform } from './local-platform.js'
import { inside, next, place, placed, settled } from './page.js'
import { createProgram, later } from './program.js'
import { useViewport } from './viewport.js'

useViewport()
const CONTENT = { widget: 'share', headline: 'Give 20', shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, http_status_code: status, message: '', parameters: {}, unique_id: '1' }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

describe('a zone', () => {
  test('holds its place, busy, until the content is there', async () => {
    const { answer, now } = later()
    const { rewards } = createProgram(() => answer)
    const element = place({ name: 'product', rewards })
    await next(element, 'loadstart')
    expect(element.shadowRoot!.querySelector('[part=zone]')!.getAttribute('aria-busy')).toBe('true')
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).not.toBeNull()
    now(CONTENT)
    await next(element, 'load')
    expect(element.shadowRoot!.querySelector('[part=zone]')!.getAttribute('aria-busy')).toBe('false')
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).toBeNull()
  })

  test('that could not be reached says so and is there after another try, with the focus in its place', async () => {
    let asked = 0
    const { rewards } = createProgram(() => {
      if (asked++) return CONTENT
      throw new TypeError('Failed to fetch')
    })
    const element = place({ name: 'product', rewards })
    await next(element, 'error')
    expect(inside(element).getByRole('status').textContent).toBe('Could not load.')
    const loaded = next(element, 'load')
    await userEvent.click(inside(element).getByRole('button', { name: 'Try again' }))
    await loaded
    expect(inside(element).getByRole('heading').textContent).toBe('Give 20')
    expect(element.shadowRoot!.activeElement).toBe(element.shadowRoot!.querySelector('[part=zone]'))
  })

  test('that is refused for good takes no room: trying again would not help', async () => {
    const { rewards, errors } = createProgram(() => refusal(403, 'access_denied'))
    const element = place({ name: 'product', rewards })
    await next(element, 'error')
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toMatchObject([{ code: 'access_denied' }])
  })

  test('of malformed JSON takes no room and is told', async () => {
    const { rewards, errors } = createProgram(() => '{"widget": "share", ')
    const element = place({ name: 'product', rewards })
    await next(element, 'error')
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toMatchObject([{ code: 'invalid_response' }])
  })

  test.each([
    'carousel',
    'constructor',
    '__proto__',
  ])('of the unknown widget %s takes no room and is told', async widget => {
    const { rewards, errors } = createProgram(() => JSON.stringify({ widget }))
    const element = place({ name: 'product', rewards })
    await next(element, 'error')
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toMatchObject([{ name: 'RewardsError', code: 'unsupported_content' }])
  })

  test('that names no widget is the page’s own to draw: its slot is left, nothing is wrong', async () => {
    const { rewards, errors } = createProgram(() => ({ headline: 'Ours' }))
    const element = await placed({ name: 'product', rewards })
    expect([...element.shadowRoot!.children].map(child => child.localName)).toEqual(['slot'])
    expect(errors).toEqual([])
  })

  test('is drawn by the widget that the page names, whatever the content says', async () => {
    const { rewards } = createProgram(() => ({ ...CONTENT, widget: 'carousel' }))
    const element = await placed({ name: 'product', widget: 'share', rewards })
    expect(inside(element).getByRole('heading').textContent).toBe('Give 20')
  })

  test('takes the colour scheme that its theme asks for, without loading anew', async () => {
    const { rewards, zones } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards })
    element.theme = { scheme: 'dark' }
    await settled()
    expect(element.shadowRoot!.querySelector('.zone')!.classList).toContain('dark')
    expect(zones).toHaveLength(1)
  })
})

describe('on the local platform a zone', () => {
  const local = useLocalPlatform()
  let errors: RewardsError[]

  beforeEach(() => {
    errors = []
    local.rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  })

  test('shows the consumer’s own link to share', async () => {
    const { rewards } = local
    await rewards.identify({ email: 'ida@example.com' })
    const element = await placed({ name: 'share_experience', rewards })
    const [shareable] = await rewards.shareables.list()
    expect(inside(element).getByRole('heading').textContent).toBe('Give 20, get 20')
    expect(inside(element).getByLabelText('Your link')).toHaveProperty('value', shareable!.link)
    expect(errors).toEqual([])
  })

  test('whose content brings no link to share has one made', async () => {
    const { rewards } = local
    await rewards.identify({ email: 'ida@example.com' })
    const element = await placed({ name: 'global_header', widget: 'share', rewards })
    const { link } = await rewards.shareables.getOrCreate()
    await waitFor(() => expect(inside(element).getByLabelText('Your link')).toHaveProperty('value', link))
    expect(errors).toEqual([])
  })

  test('with nothing behind it takes no room, and nothing is wrong', async () => {
    const { rewards } = local
    const element = await placed({ name: 'no_such_zone', rewards })
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toEqual([])
  })

  test('of script is not put into the page and is told', async () => {
    const { rewards } = local
    const element = place({ name: 'mobile_bootstrap', rewards })
    await next(element, 'error')
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toMatchObject([{ code: 'unsupported_content' }])
    expect(document.title).not.toBe('Give 20, get 20')
  })

  test('of plain text is the page’s own to show', async () => {
    const { rewards } = local
    const element = await placed({ name: 'terms', rewards })
    expect([...element.shadowRoot!.children].map(child => child.localName)).toEqual(['slot'])
  })
})
