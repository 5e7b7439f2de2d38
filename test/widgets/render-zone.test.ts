import { waitFor } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RewardsError } from '../../src/index.js'
import { heightKey } from '../../widgets/reserved-height.js'
import { useLocalPlatform } from './local-platform.js'
import { inside, next, place, placed, settled } from './page.js'
import { type Creative, createProgram, later } from './program.js'
import { useViewport } from './viewport.js'

useViewport()
const CONTENT = { widget: 'share', headline: 'Give 20', shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }
const text = (content: string) =>
  new Response(content, { headers: { 'content-type': 'text/plain', 'x-svc-token': 'a-token' } })
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, http_status_code: status, message: '', parameters: {}, unique_id: '1' }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

describe('a zone', () => {
  test.each([
    ['of its theme', '', '400px'],
    // In happy-dom, an element has no width.
    ['that it had last, whatever its theme says', '0 300px', '300px'],
  ])('reserves its place, busy, in the height %s, until the content is there', async (_, stored, height) => {
    localStorage.setItem(heightKey('product'), stored)
    onTestFinished(() => localStorage.clear())
    const { answer, now } = later()
    const { rewards } = createProgram(() => answer)
    const element = place({ name: 'product', rewards, theme: { minHeight: '400px' } })
    await next(element, 'loadstart')
    const reserved = element.shadowRoot!.adoptedStyleSheets.at(-1)!.cssRules[0] as CSSStyleRule
    expect(reserved.style.getPropertyValue('--rewards-min-height')).toBe(height)
    expect(element.shadowRoot!.querySelector('[part=zone]')!.getAttribute('aria-busy')).toBe('true')
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).not.toBeNull()
    // Nothing is announced yet.
    expect(element.shadowRoot!.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull()
    now(CONTENT)
    await next(element, 'load')
    expect(element.shadowRoot!.querySelector('[part=zone]')!.getAttribute('aria-busy')).toBe('false')
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).toBeNull()
  })

  test('that could not be loaded says so, and is there after another try, with the focus in its place', async () => {
    let asked = 0
    const { rewards } = createProgram(() => {
      if (asked++) return CONTENT
      throw new TypeError('Failed to fetch')
    })
    const element = place({ name: 'product', rewards })
    await next(element, 'error')
    expect(inside(element).getByRole('alert').textContent).toBe('We couldn’t load this content.')
    expect(element.shadowRoot!.querySelector('[part=zone]')!.getAttribute('aria-busy')).toBe('false')
    const loaded = next(element, 'load')
    await userEvent.click(inside(element).getByRole('button', { name: 'Try again' }))
    expect(element.shadowRoot!.querySelector('[part~=skeleton]')).not.toBeNull()
    await loaded
    expect(inside(element).getByRole('heading').textContent).toBe('Give 20')
    expect(element.shadowRoot!.activeElement).toBe(element.shadowRoot!.querySelector('[part=zone]'))
  })

  test('has one style sheet for its theme, however often that changes', async () => {
    const { rewards } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards })
    const sheets = new Set<CSSStyleSheet>()
    for (let hue = 0; hue < 20; hue++) {
      element.theme = { accent: `hsl(${hue} 50% 50%)` }
      await settled()
      for (const sheet of element.shadowRoot!.adoptedStyleSheets) sheets.add(sheet)
    }
    expect(sheets.size).toBeLessThanOrEqual(3)
    expect(element.shadowRoot!.adoptedStyleSheets.length).toBeLessThanOrEqual(3)
    const texts = element.shadowRoot!.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText)
    expect(texts.at(-1)).toContain('hsl(19 50% 50%)')
  })

  describe('whose widget throws', () => {
    const OFFER = {
      widget: 'offer',
      headline: 'Welcome',
      advocate: { first_name: 'Ada' },
      coupon_code: 'FERN',
      expires_at: '2099-03-01T12:00:00Z',
    }
    const unhandled = vi.fn()

    /** The browser cannot write the date of the offer, until the result is called. */
    function breakDates() {
      const broken = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
        throw new TypeError('No dates')
      })
      onTestFinished(() => broken.mockRestore())
      return () => broken.mockRestore()
    }

    beforeEach(() => {
      unhandled.mockClear()
      process.on('unhandledRejection', unhandled)
      window.addEventListener('error', unhandled)
      return () => {
        process.off('unhandledRejection', unhandled)
        window.removeEventListener('error', unhandled)
      }
    })

    test('when it is first drawn fails once, and is there after another try', async () => {
      const { rewards, errors } = createProgram(() => OFFER)
      const mend = breakDates()
      const element = place({ name: 'welcome', rewards })
      const events: string[] = []
      for (const type of ['load', 'error']) element.addEventListener(type, () => events.push(type))
      await next(element, 'error')
      await settled()
      expect(events).toEqual(['error'])
      expect(errors).toMatchObject([{ code: 'internal_error', message: expect.stringContaining('welcome') }])
      expect(inside(element).getByRole('alert').textContent).toBe('We couldn’t load this content.')
      mend()
      const loaded = next(element, 'load')
      await userEvent.click(inside(element).getByRole('button', { name: 'Try again' }))
      await loaded
      expect(inside(element).getByRole('heading').textContent).toBe('Welcome')
      expect(unhandled).not.toHaveBeenCalled()
    })

    test('when it is drawn again fails once', async () => {
      const { rewards, errors } = createProgram(() => OFFER)
      const element = await placed({ name: 'welcome', rewards })
      const failed = vi.fn()
      element.addEventListener('error', failed)
      breakDates()
      element.messages = { offer_from: 'By {name}' }
      await next(element, 'error')
      await settled()
      expect(failed.mock.calls).toEqual([[expect.objectContaining({ detail: errors[0] })]])
      expect(errors).toMatchObject([{ code: 'internal_error' }])
      expect(inside(element).getByRole('button', { name: 'Try again' })).toBeTruthy()
      expect(unhandled).not.toHaveBeenCalled()
    })

    test.each([
      ['messages', { offer_from: 'By {name}' }],
      ['theme', { accent: 'green' }],
    ])('is loaded again when the page changes %s, once for each change', async (name, value) => {
      const { rewards, zones } = createProgram(() => OFFER)
      const mend = breakDates()
      const element = place({ name: 'welcome', rewards })
      await next(element, 'error')
      await settled()
      mend()
      const loaded = next(element, 'load')
      Object.assign(element, { [name]: value })
      await loaded
      expect(inside(element).getByRole('heading').textContent).toBe('Welcome')
      Object.assign(element, { [name]: { ...value } })
      await settled()
      expect(zones).toHaveLength(2)
    })

    test('after it has been drawn fails once', async () => {
      const { rewards, errors } = createProgram(() => ({ ...OFFER, advocate: {}, headline: '', coupon_code: '' }))
      const { report } = rewards
      // An offer of nothing is reported once it is drawn.
      rewards.report = (code, message) => {
        if (code === 'unsupported_content') throw new TypeError('Thrown in componentDidMount')
        return report(code, message)
      }
      const element = place({ name: 'welcome', rewards })
      await next(element, 'error')
      await settled()
      expect(errors).toMatchObject([{ code: 'internal_error', message: expect.stringContaining('componentDidMount') }])
      expect(unhandled).not.toHaveBeenCalled()
    })

    test('when it is removed reports that once, and leaves the new content alone', async () => {
      const { rewards, errors } = createProgram(({ event_name }) =>
        event_name === 'welcome' ? { ...OFFER, reveal: 'email' } : { widget: 'share', headline: 'Give 20' },
      )
      const element = await placed({ name: 'welcome', rewards })
      element.querySelector('input')!.remove = () => {
        throw new TypeError('Thrown in componentWillUnmount')
      }
      element.name = 'share_experience'
      await next(element, 'load')
      expect(inside(element).getByRole('heading').textContent).toBe('Give 20')
      const internalErrors = errors.filter(({ code }) => code === 'internal_error')
      expect(internalErrors).toMatchObject([{ message: expect.stringContaining('componentWillUnmount') }])
      expect(unhandled).not.toHaveBeenCalled()
    })

    test('in an event handler fails once, and is there after another try', async () => {
      const { rewards, errors } = createProgram(() => ({ ...CONTENT, channels: ['sms'] }))
      const { track } = rewards
      rewards.track = () => {
        throw new TypeError('Thrown in a handler')
      }
      const element = await placed({ name: 'product', rewards })
      const failed = vi.fn()
      element.addEventListener('error', failed)
      // The page stays where it is: the tests after this one need its address.
      element.addEventListener('click', event => event.preventDefault())
      const link = inside(element).getByRole('link', { name: 'Text message' })
      link.click()
      link.click()
      await waitFor(() => expect(failed).toHaveBeenCalledOnce())
      expect(errors).toMatchObject([{ code: 'internal_error', message: expect.stringContaining('handler') }])
      rewards.track = track
      const loaded = next(element, 'load')
      await userEvent.click(inside(element).getByRole('button', { name: 'Try again' }))
      await loaded
      expect(inside(element).getByRole('heading').textContent).toBe('Give 20')
      expect(unhandled).not.toHaveBeenCalled()
    })

    test.each([
      ['a symbol', Symbol('Thrown')],
      ['an object that is no text', Object.create(null)],
      ['nothing', undefined],
    ])('%s fails once, too', async (_, thrown) => {
      const { rewards, errors } = createProgram(() => ({ ...OFFER, headline: '', coupon_code: '', advocate: {} }))
      const { report } = rewards
      rewards.report = (code, message) => {
        if (code === 'unsupported_content') throw thrown
        return report(code, message)
      }
      const element = place({ name: 'welcome', rewards })
      await next(element, 'error')
      await settled()
      expect(errors).toMatchObject([{ code: 'internal_error' }])
      expect(inside(element).getByRole('button', { name: 'Try again' })).toBeTruthy()
      expect(unhandled).not.toHaveBeenCalled()
    })

    test('fails whatever is drawn: the element and its runtime dispatch the error', async () => {
      const { rewards, errors } = createProgram(() => OFFER)
      const element = await placed({ name: 'welcome', rewards })
      const failed = next(element, 'error')
      Object.defineProperty(element, 'theme', {
        get() {
          throw new TypeError('No theme')
        },
      })
      element.messages = { offer_from: 'From' }
      await failed
      await settled()
      expect(errors).toMatchObject([{ code: 'internal_error', message: expect.stringContaining('No theme') }])
      expect(unhandled).not.toHaveBeenCalled()
    })

    test('in a promise of an event handler fails once', async () => {
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
      const { rewards, errors } = createProgram(() => ({ ...CONTENT, channels: ['qr'] }))
      const element = await placed({ name: 'product', rewards })
      const failed = vi.fn()
      element.addEventListener('error', failed)
      await userEvent.click(inside(element).getByRole('button', { name: 'QR code' }))
      await inside(element).findByRole('img', { name: 'QR code for your link' })
      await userEvent.click(inside(element).getByRole('button', { name: /picture|PNG/i }))
      await waitFor(() => expect(failed).toHaveBeenCalledOnce())
      expect(errors).toMatchObject([{ code: 'internal_error' }])
      expect(inside(element).getByRole('button', { name: 'Try again' })).toBeTruthy()
      expect(unhandled).not.toHaveBeenCalled()
      vi.restoreAllMocks()
    })

    test('in a promise of an event handler after the zone has loaded again leaves the new content alone', async () => {
      const { answer, now } = later()
      const { rewards, errors } = createProgram(() => ({ ...CONTENT, channels: ['qr'] }))
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, give) {
        answer.then(() => give({} as Blob))
      })
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
        scale() {},
        translate() {},
        fillRect() {},
        fill() {},
      } as never)
      Reflect.set(globalThis, 'Path2D', class {})
      const element = await placed({ name: 'product', rewards })
      await userEvent.click(inside(element).getByRole('button', { name: 'QR code' }))
      await inside(element).findByRole('img', { name: 'QR code for your link' })
      await userEvent.click(inside(element).getByRole('button', { name: /picture|PNG/i }))
      element.name = 'another'
      await next(element, 'load')
      vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
        throw new TypeError('Too late')
      })
      now({})
      await settled()
      await settled()
      expect(inside(element).getByRole('heading').textContent).toBe('Give 20')
      await vi.dynamicImportSettled()
      expect(errors).toEqual([])
      expect(unhandled).not.toHaveBeenCalled()
      vi.restoreAllMocks()
      Reflect.deleteProperty(globalThis, 'Path2D')
    })

    test.each([
      ['messages', { lang: { toString: 1 }, dir: { toString: 1 } }],
      ['messages', { failed: { toString: 1 }, retry: [[]], offer_from: null }],
      ['messages', { offer_code: { toString: 1 }, copy: { toString: 1 } }],
      ['messages', [null]],
      ['theme', { accent: { toString: 1 }, scheme: { toString: 1 } }],
      ['theme', { minHeight: null, accent: [], line: 5, '': '' }],
      ['theme', [{ toString: 1 }]],
      ['data', { locale: { toString: 1 } }],
      ['data', { locale: [] }],
    ])('because of invalid %s %j, as property or attribute, fails or is drawn', async (name, value) => {
      for (const given of [value, JSON.stringify(value)]) {
        const { rewards } = createProgram(() => OFFER)
        const element = place({ name: 'welcome', rewards, [name]: given as never })
        const end = await Promise.race([next(element, 'load'), next(element, 'error')])
        await settled()
        expect(inside(element).getByRole(end.type === 'load' ? 'heading' : 'status').textContent).not.toBe('')
        expect(unhandled).not.toHaveBeenCalled()
        // Also later.
        const other = await placed({ name: 'welcome', rewards })
        Object.assign(other, { [name]: given })
        await settled()
        await settled()
        expect(unhandled).not.toHaveBeenCalled()
      }
    })
  })

  test('that is rejected for good is empty: another try would not help', async () => {
    const { rewards, errors } = createProgram(() => refusal(403, 'access_denied'))
    const element = place({ name: 'product', rewards })
    await next(element, 'error')
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toMatchObject([{ code: 'access_denied' }])
  })

  test('that is rejected gives the error to the listeners of the element', async () => {
    const { rewards, errors } = createProgram(() => refusal(403, 'access_denied'))
    const element = place({ name: 'product', rewards })
    const failed = new Promise<RewardsError>(resolve =>
      element.addEventListener('error', ({ detail }) => resolve(detail)),
    )
    expect(await failed).toBe(errors[0])
    expect(errors).toHaveLength(1)
  })

  test('whose code cannot be fetched says so, and may be tried again', async () => {
    const { rewards, errors } = createProgram(() => CONTENT)
    const cause = new TypeError('Failed to fetch dynamically imported module')
    rewards.zone = () => Promise.reject(cause)
    const element = place({ name: 'product', rewards })
    const failed = next(element, 'error')
    expect(await failed).toMatchObject({
      detail: { name: 'RewardsError', code: 'network_error', retryable: true, cause },
    })
    expect(errors).toMatchObject([{ code: 'network_error', message: expect.stringContaining('product') }])
    expect(inside(element).getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('of malformed JSON is empty, and this is reported', async () => {
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
  ])('of the unknown widget %s is empty, and this is reported', async widget => {
    const { rewards, errors } = createProgram(() => JSON.stringify({ widget }))
    const element = place({ name: 'product', rewards })
    await next(element, 'error')
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toMatchObject([{ name: 'RewardsError', code: 'unsupported_content' }])
  })

  test.each<[string, () => Creative, unknown]>([
    ['JSON', () => ({ headline: 'Ours' }), { headline: 'Ours' }],
    ['text', () => text('Only today'), 'Only today'],
  ])('of %s without a widget leaves its slot to the page, which hears of the content', async (_, content, data) => {
    const { rewards, errors } = createProgram(content)
    const heard: unknown[] = []
    rewards.addEventListener('zone', ({ detail }) => heard.push(detail.data))
    const element = await placed({ name: 'product', rewards })
    expect(heard).toEqual([data])
    expect([...element.shadowRoot!.children].map(child => child.localName)).toEqual(['slot'])
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  describe('that shows nothing of its content', () => {
    const warned = () => warn.mock.calls.flat().join('\n')
    let warn = vi.spyOn(console, 'warn')

    beforeEach(() => {
      warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      onTestFinished(() => warn.mockRestore())
    })

    test.each([
      ['text', () => text('Only today')],
      ['JSON', () => ({ headline: 'Ours' })],
    ])('because it is %s without a widget, says so, once, and is no error', async (_, content) => {
      const { rewards, errors } = createProgram(content)
      const element = await placed({ name: 'product', rewards })
      await expect.poll(warned).toContain('no_creative: Zone "product" has content without a widget')
      element.setAttribute('data', '{"a":1}')
      await next(element, 'load')
      await vi.dynamicImportSettled()
      expect(warn).toHaveBeenCalledOnce()
      expect(errors).toEqual([])
    })

    test('because the widget of the page reads no text, says so', async () => {
      const { rewards } = createProgram(() => text('Only today'))
      await placed({ name: 'product', widget: 'share', rewards })
      await expect.poll(warned).toContain('no_creative: Zone "product" has text as its content')
    })

    test.each([
      '<b>Only today</b>',
      'Only today',
      '<img alt="">',
    ])('says nothing with the children of the page: %s', async html => {
      const { rewards } = createProgram(() => ({ headline: 'Ours' }))
      await placed({ name: 'product', rewards, innerHTML: html })
      await vi.dynamicImportSettled()
      expect(warn).not.toHaveBeenCalled()
    })
  })

  test('is drawn by the widget that the page names, whatever the content says', async () => {
    const { rewards } = createProgram(() => ({ ...CONTENT, widget: 'carousel' }))
    const element = await placed({ name: 'product', widget: 'share', rewards })
    expect(inside(element).getByRole('heading').textContent).toBe('Give 20')
  })

  test('takes the color scheme of its theme, without loading again', async () => {
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

  test('shows the consumer’s own link', async () => {
    const { rewards } = local
    await rewards.identify({ email: 'ida@example.com' })
    const element = await placed({ name: 'share_experience', rewards })
    const [shareable] = await rewards.shareables.list()
    expect(inside(element).getByRole('heading').textContent).toBe('Give 20, get 20')
    expect(inside(element).getByLabelText('Your link')).toHaveProperty('value', shareable!.link)
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('without a link in its content creates one', async () => {
    const { rewards } = local
    await rewards.identify({ email: 'ida@example.com' })
    const element = await placed({ name: 'global_header', widget: 'share', rewards })
    const { link } = await rewards.shareables.getOrCreate()
    await waitFor(() => expect(inside(element).getByLabelText('Your link')).toHaveProperty('value', link))
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('without content is empty, which is no error', async () => {
    const { rewards } = local
    const element = await placed({ name: 'no_such_zone', rewards })
    expect(element.shadowRoot!.childElementCount).toBe(0)
    await vi.dynamicImportSettled()
    expect(errors).toEqual([])
  })

  test('of script is not inserted into the page, and this is reported', async () => {
    const { rewards } = local
    const element = place({ name: 'mobile_bootstrap', rewards })
    await next(element, 'error')
    expect(element.shadowRoot!.childElementCount).toBe(0)
    expect(errors).toMatchObject([{ code: 'unsupported_content' }])
    expect(document.title).not.toBe('Give 20, get 20')
  })

  test('of plain text is left to the page', async () => {
    const { rewards } = local
    const element = await placed({ name: 'terms', rewards })
    expect([...element.shadowRoot!.children].map(child => child.localName)).toEqual(['slot'])
  })
})
