import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Data } from '../../src/index.js'
import { findLocale } from '../../widgets/find-locale.js'
import { SOON } from '../soon.js'
import { inside, next, place, placed, settled } from './page.js'
import { createProgram } from './program.js'

const CONTENT = { widget: 'share', channels: ['copy'], shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }
const page = document.documentElement

afterEach(() => {
  page.removeAttribute('lang')
  vi.unstubAllGlobals()
})

const program = () => createProgram(() => CONTENT)

/** A zone in an element with this language. */
function placeIn(parent: Element | ShadowRoot, rewards: ReturnType<typeof program>['rewards'], data?: Data) {
  const element = Object.assign(document.createElement('rewards-zone'), { name: 'product', rewards, data })
  parent.append(element)
  return element
}

const withLang = (lang: string) => Object.assign(document.createElement('div'), { lang })

test('a locale as servers write it may have a script and a region', () => {
  const host = Object.assign(document.createElement('div'), { data: { locale: 'sr_Latn_RS' } })
  expect(`${findLocale(host)}`).toBe('sr-Latn-RS')
})

describe('the nearest `lang` of a zone', () => {
  test.each([
    ['that of the page', 'fr', undefined, 'fr', 'Copier'],
    ['that of an element around it', 'en', 'fr-CA', 'fr-CA', 'Copier'],
    ['as servers write it', 'de_DE', undefined, 'de-DE', 'Kopieren'],
  ])('%s decides the language of its content and of its texts', async (_, outer, inner, locale, text) => {
    const { rewards, zones } = program()
    page.lang = outer
    const parent = inner ? withLang(inner) : document.createElement('div')
    document.body.append(parent)
    const element = placeIn(parent, rewards)
    await next(element, 'load')
    expect(zones).toEqual([
      { event_name: 'product', data: { locale: expect.stringMatching(new RegExp(locale.replace('-', '[-_]'))) } },
    ])
    expect(inside(element).getByRole('button').textContent).toBe(text)
  })

  test('is found outside of the shadow roots around it', async () => {
    const { rewards, zones } = program()
    const outer = withLang('es')
    const inner = document.createElement('div')
    document.body.append(outer)
    outer.attachShadow({ mode: 'open' }).append(inner)
    const element = placeIn(inner.attachShadow({ mode: 'closed' }), rewards)
    await next(element, 'load')
    expect(zones).toMatchObject([{ data: { locale: 'es' } }])
    expect(inside(element).getByRole('button').textContent).toBe('Copiar')
  })

  test.each([
    ['of the element', { locale: 'de' }, {}],
    ['of the runtime', undefined, { locale: 'de' }],
    ['of the element before that of the runtime', { locale: 'de' }, { locale: 'es' }],
  ])('gives way to the `locale` in the data %s', async (_, data, ofRuntime) => {
    const { rewards, zones } = program()
    Object.defineProperty(rewards, 'data', { value: ofRuntime })
    page.lang = 'en'
    const parent = document.body.appendChild(withLang('fr'))
    const element = placeIn(parent, rewards, data)
    await next(element, 'load')
    expect(zones[0]?.data?.locale).not.toBe('fr')
    expect(inside(element).getByRole('button').textContent).toBe('Kopieren')
  })

  test('is also that of the zone in its dialog, in dates and content', async () => {
    const { rewards, zones } = createProgram(({ event_name }) =>
      event_name === 'inner'
        ? { widget: 'offer', headline: 'Hi', expires_at: '2027-12-31' }
        : { widget: 'cta', style: 'button', text: 'Open', opens: { zone: 'inner' } },
    )
    page.lang = 'en-GB'
    const element = await placed({ name: 'outer', rewards })
    inside(element).getByRole('button').click()
    await vi.waitUntil(() => element.shadowRoot!.querySelector('rewards-zone'), SOON)
    const inner = element.shadowRoot!.querySelector('rewards-zone')!
    await vi.waitUntil(() => inner.shadowRoot!.querySelector('time'), SOON)
    expect(inner.shadowRoot!.querySelector('time')!.textContent).toBe('31 December 2027')
    expect(zones.map(({ data }) => data?.locale)).toEqual(['en-GB', 'en-GB'])
  })

  test('loads the zone again when it changes', async () => {
    const { rewards, zones } = program()
    page.lang = 'en'
    const element = await placed({ name: 'product', rewards })
    // What follows the language is fetched after the first drawing, and looks at it once more.
    await vi.dynamicImportSettled()
    await settled()
    page.lang = 'fr'
    await next(element, 'load')
    expect(inside(element).getByRole('button').textContent).toBe('Copier')
    expect(zones.map(({ data }) => data?.locale)).toEqual(['en', 'fr'])
  })

  test('that changes while the zone loads is that of what it shows', async () => {
    const { rewards, zones } = program()
    page.lang = 'en'
    const element = place({ name: 'product', rewards })
    await next(element, 'loadstart')
    page.lang = 'fr'
    await vi.waitUntil(() => inside(element).queryByRole('button', { name: 'Copier' }), SOON)
    expect(zones.at(-1)?.data?.locale).toBe('fr')
  })

  test('loads the zone again when it changes in the shadow root around it', async () => {
    const { rewards, zones } = program()
    const parent = withLang('en')
    document.body.append(document.createElement('div'))
    document.body.lastElementChild!.attachShadow({ mode: 'closed' }).append(parent)
    const element = placeIn(parent, rewards)
    await next(element, 'load')
    await vi.dynamicImportSettled()
    await settled()
    parent.lang = 'fr'
    await next(element, 'load')
    expect(zones.map(({ data }) => data?.locale)).toEqual(['en', 'fr'])
  })

  test('that changes under a `locale` of the runtime loads nothing, not even with the next change of the theme', async () => {
    const { rewards, zones } = program()
    Object.defineProperty(rewards, 'data', { value: { locale: 'de' } })
    page.lang = 'en'
    const element = await placed({ name: 'product', rewards })
    await vi.dynamicImportSettled()
    await settled()
    const button = inside(element).getByRole('button')
    page.lang = 'fr'
    await settled()
    element.theme = { accent: '#123456' }
    await settled()
    expect([button.isConnected, button.textContent, zones.length]).toEqual([true, 'Kopieren', 1])
  })

  test('that changes elsewhere loads nothing, nor does another attribute', async () => {
    const { rewards, zones } = program()
    page.lang = 'en'
    const element = await placed({ name: 'product', rewards })
    document.body.append(withLang('fr'))
    page.title = 'Title'
    element.theme = { accent: '#123456' }
    await vi.waitUntil(() => element.theme?.accent, SOON)
    await new Promise(resolve => setTimeout(resolve))
    expect(zones).toHaveLength(1)
    page.removeAttribute('title')
  })

  test('of the page is also that of content that an app draws itself', async () => {
    const { rewards, zones } = program()
    page.lang = 'fr'
    await rewards.zone('product', { sku: 'fern' })
    await rewards.zone('product', { locale: 'de' })
    expect(zones.map(({ data }) => data)).toEqual([{ sku: 'fern', locale: 'fr' }, { locale: 'de' }])
  })

  test('is not asked for where there is none', async () => {
    const { rewards, zones } = program()
    await placed({ name: 'product', rewards })
    expect(zones).toEqual([{ event_name: 'product' }])
  })
})

describe('a language that no browser knows', () => {
  const FALLBACK = 'must be a language tag such as de or pt-BR; got'

  test.each([
    ['in the data of the zone', { locale: 'xx_yy_nonsense!' }, {}, 'Zone "product": data.locale'],
    ['in the data of the runtime', undefined, { locale: 'german' }, 'options.data.locale (data-locale)'],
    ['that is a country', undefined, { locale: 'jp' }, 'options.data.locale (data-locale)'],
    ['in the page', undefined, {}, 'The lang of Zone "product"'],
  ])('%s is reported, and the texts are English', async (_, data, ofRuntime, where) => {
    const { rewards, errors } = program()
    Object.defineProperty(rewards, 'data', { value: ofRuntime })
    page.lang = 'klingon'
    const element = placeIn(document.body, rewards, data)
    await next(element, 'load')
    const given = { locale: 'klingon', ...ofRuntime, ...data }.locale
    await vi.waitFor(() => expect(errors).toHaveLength(1), SOON)
    expect(errors[0]).toMatchObject({
      code: 'invalid_argument',
      message: `${where} ${FALLBACK} "${given}". The texts are English`,
    })
    expect(inside(element).getByRole('button').textContent).toBe('Copy')
  })

  test('is reported when the page gets it, and once', async () => {
    const { rewards, errors } = program()
    page.lang = 'de_DE'
    const element = await placed({ name: 'product', rewards })
    for (const lang of ['pt-BR', 'zh-Hant-TW', 'fil', '', 'cz', 'fr', 'cz']) {
      page.lang = lang
      await next(element, 'load')
    }
    await vi.waitFor(
      () => expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('"cz"')]),
      SOON,
    )
  })
})

describe('texts by language', () => {
  const messages = {
    copy: 'Take it',
    fr: { copy: 'Prendre', your_link: 'Mon lien' },
    'fr-CA': { copy: 'Emporter' },
  }

  test.each([
    ['fr', 'Prendre', 'Mon lien'],
    ['fr-CA', 'Emporter', 'Mon lien'],
    ['fr-FR', 'Prendre', 'Mon lien'],
    ['de', 'Take it', 'Dein Link'],
  ])('in a page in %s', async (lang, copy, link) => {
    const { rewards, errors } = program()
    page.lang = lang
    const element = await placed({ name: 'product', rewards, messages })
    expect(inside(element).getByRole('button').textContent).toBe(copy)
    expect(inside(element).getByLabelText(link)).toBeTruthy()
    expect(errors).toEqual([])
  })

  test('of a wrong type are reported with their language, and unknown keys with the nearest one', async () => {
    const { rewards, errors } = program()
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    page.lang = 'fr'
    const wrong = { fr: { copy: 7, coppy: 'Prendre' }, 'fr-CA': { copy: 8 } } as unknown as typeof messages
    const element = place({ name: 'product', rewards, messages: wrong })
    await next(element, 'load')
    expect(inside(element).getByRole('button').textContent).toBe('Copier')
    await vi.waitUntil(() => errors.length && warned.mock.calls.length, SOON)
    const faults = ['messages.fr.copy', 'messages.fr-CA.copy'].map(where => `Zone "product": ${where} must be a text`)
    expect(errors).toMatchObject(faults.map(message => ({ message: expect.stringContaining(message) })))
    expect(warned.mock.calls.join()).toContain('"coppy"')
    warned.mockRestore()
  })
})

describe('in a language without a translation', () => {
  const messageIn = (element: Element) =>
    element.matches('textarea, [name=subject]') ? (element as HTMLInputElement).value : null

  /** The texts, accessible names and messages of an element, in all roots, with their languages. */
  function* textsIn(root: ParentNode): Generator<[text: string, lang: string | null | undefined]> {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode } = walker
      if (currentNode instanceof Element && currentNode.shadowRoot) yield* textsIn(currentNode.shadowRoot)
      const [element, text] =
        currentNode instanceof Element
          ? [currentNode, currentNode.getAttribute('aria-label') ?? messageIn(currentNode)]
          : [currentNode.parentElement!, (currentNode as Text).data.trim()]
      if (text && /[a-z]{2}/i.test(text) && text !== 'brand.com')
        yield [text, element.closest('[lang]')?.getAttribute('lang')]
    }
  }

  const OFFER = { widget: 'offer', headline: 'Hej', reward_text: '20 kr', rules: ['En regel'], coupon_code: 'HEJ' }

  test('the texts of the content have the language of the page, and those of the widget their own', async () => {
    const { rewards } = createProgram(() => OFFER)
    page.lang = 'sv'
    const element = await placed({ name: 'offer', rewards })
    const langOf = (text: string) => inside(element).getByText(text).closest('[lang]')!.getAttribute('lang')
    expect(['Hej', '20 kr', 'En regel'].map(langOf)).toEqual(['sv', 'sv', 'sv'])
    expect(langOf('Terms')).toBe('en')
  })

  const EARNED = { face_value: 1250.5, face_value_type: 'EUR', created_at: '2026-01-01' }
  const DAYS = ['2026-01-01', '2026-05-01'].map(date => ({ date, value: 1_000 }))
  const FRIEND = { person: { id: '1' }, reason: 'CLICK', updated_at: '2026-01-01' }

  test.each<[widget: string, content: object, texts: string[]]>([
    ['offer', { ...OFFER, expires_at: '2126-05-01' }, ['1 maj 2126']],
    [
      'rewards',
      { rewards: [{ ...EARNED, state: 'SENT', expires_at: '2126-05-01' }] },
      ['1 250,50 €', '1 januari 2026', '1 maj 2126'],
    ],
    [
      'stats',
      { totals: { clicks: 2_000 }, series: { name: 'clicks', points: DAYS } },
      ['2 000', '1 maj 2026', '1 000'],
    ],
    ['referrals', { referrals: [FRIEND] }, ['1 jan. 2026']],
    ['journey', { goals: [{ title: 'Sv', current: 1_000, target: 5_000 }] }, ['1 000 of 5 000']],
    ['tiers', { current: 1_000, tiers: [{ title: 'Sv', threshold: 5_000 }] }, ['5 000']],
  ])('dates and numbers are those of the language of the page: %s', async (widget, content, texts) => {
    const { rewards } = createProgram(() => ({ widget, ...content }))
    Object.defineProperty(rewards, 'consumer', { value: { level: 'verified' } })
    page.lang = 'sv'
    const element = await placed({ name: 'product', rewards })
    const shown = () => element.shadowRoot!.textContent!.replace(/\s/g, ' ')
    for (const text of texts) await vi.waitFor(() => expect(shown()).toContain(text), SOON)
  })

  const SHARE = { widget: 'share', headline: 'Sv', description: 'Sv', how_it_works: ['Sv'] }
  const MESSAGE = { shareable: CONTENT.shareable, messages: { default: { subject: 'Sv', message: 'Sv' } } }
  const TIERS = [
    { title: 'Sv', threshold: 2, benefits: ['Sv'] },
    { title: 'Sv', threshold: 5 },
  ]
  const RANKS = { rows: [{ own: true, value: 0 }], opted_in: false }
  const CTA = { widget: 'cta', text: 'Sv', opens: { zone: 'inner' } }

  const HERO = { widget: 'hero', headline: 'Sv', text: 'Sv', actions: [{ text: 'Sv', url: 'https://brand.com/' }] }
  const PICTURE = { widget: 'hero', image_url: 'https://brand.com/fern.jpg' }
  const LINK = { url: 'https://brand.com/', url_text: 'Sv' }
  const FORM = {
    ...{ widget: 'form', headline: 'Sv', text: 'Sv', submit_text: 'Sv' },
    fields: [
      { type: 'text', name: 'a', label: 'Sv', hint: 'Sv' },
      { type: 'select', name: 'b', label: 'Sv', options: ['Sv'] },
      { type: 'radio', name: 'c', label: 'Sv', options: ['Sv'] },
      { type: 'rating', name: 'd', label: 'Sv', min_text: 'Sv', max_text: 'Sv' },
      { type: 'consent', name: 'e', label: 'Sv', ...LINK },
    ],
  }

  const REWARDS = [{ state: 'SENT', created_at: '2026-01-01' }]
  const PROGRAM = { state: 'SENT', journey_name: 'Sv' }
  const PANEL = { widget: 'panel', text: 'Sv', items: [{ title: 'Sv', opens: CTA.opens }], rewards: REWARDS }

  test.each<[count: number, level: 'anonymous' | 'verified', content: object]>([
    [3, 'anonymous', { ...SHARE, shareable: CONTENT.shareable }],
    [0, 'anonymous', CONTENT],
    [4, 'anonymous', { ...SHARE, capture: { opt_in: 'Sv' } }],
    [1, 'anonymous', { ...CTA, style: 'button' }],
    [1, 'anonymous', { ...CTA, style: 'banner' }],
    [2, 'anonymous', { ...CTA, style: 'overlay' }],
    [2, 'anonymous', PANEL],
    [0, 'anonymous', { ...PANEL, text: '' }],
    [0, 'anonymous', { ...CTA, text: '', style: 'button' }],
    [0, 'anonymous', { ...CTA, text: '', style: 'overlay' }],
    [0, 'anonymous', { ...CTA, text: '', style: 'banner' }],
    [3, 'anonymous', { ...OFFER, headline: 'Sv', reward_text: 'Sv', rules: ['Sv'] }],
    [0, 'anonymous', { widget: 'offer', coupon_code: 'HEJ' }],
    [3, 'anonymous', HERO],
    [4, 'anonymous', { ...HERO, actions: [...HERO.actions, { text: 'Sv', opens: CTA.opens }] }],
    [4, 'anonymous', { ...HERO, video: { url: 'https://brand.com/fern.webm' } }],
    [0, 'anonymous', { ...PICTURE, actions: [{ url: LINK.url }] }],
    [0, 'anonymous', { ...PICTURE, actions: [{ opens: CTA.opens }] }],
    [14, 'anonymous', FORM],
    [1, 'anonymous', { widget: 'form', fields: [{ type: 'consent', name: 'e', label: 'Sv', url: LINK.url }] }],
    [1, 'anonymous', { widget: 'verify', headline: 'Sv' }],
    [0, 'verified', { widget: 'verify', headline: 'Sv' }],
    [1, 'anonymous', { widget: 'rewards', headline: 'Sv' }],
    [0, 'anonymous', { widget: 'rewards' }],
    [2, 'verified', { widget: 'rewards', rewards: [{ ...PROGRAM, face_value: 5 }, PROGRAM] }],
    [4, 'verified', { widget: 'journey', headline: 'Sv', goals: [{ title: 'Sv', reward_text: 'Sv', target: 3 }] }],
    [8, 'verified', { widget: 'tiers', headline: 'Sv', current: 3, previous: 1, tiers: TIERS }],
    [3, 'verified', { widget: 'leaderboard', headline: 'Sv', value_text: 'Sv', empty_text: 'Sv', ranks: RANKS }],
    [0, 'verified', { widget: 'leaderboard', period: 'month', ranks: RANKS }],
    [2, 'verified', { widget: 'rewards', headline: 'Sv', empty_text: 'Sv' }],
    [0, 'verified', { widget: 'rewards' }],
    [2, 'verified', { widget: 'referrals', headline: 'Sv', empty_text: 'Sv', referrals: [] }],
    [2, 'verified', { widget: 'stats', headline: 'Sv', empty_text: 'Sv' }],
    [2, 'verified', { widget: 'reward-status', headline: 'Sv', pending_text: 'Sv', reward_name: 'planter' }],
    [0, 'verified', { widget: 'reward-status', reward_name: 'planter' }],
    [2, 'verified', { widget: 'profile', headline: 'Sv', consents: [{ name: 'cookie_consent', text: 'Sv' }] }],
    [3, 'verified', { widget: 'stack', items: [{ title: 'Sv', widget: 'stats', headline: 'Sv' }] }],
  ])('%i texts have the language of the page, and all others are English (%s): %j', async (count, level, content) => {
    const { rewards } = createProgram(() => content)
    Object.defineProperty(rewards, 'consumer', { value: { level } })
    vi.spyOn(rewards.profile, 'get').mockResolvedValue({} as never)
    page.lang = 'sv'
    const element = await placed({ name: 'product', rewards })
    const texts = () => [...textsIn(element.shadowRoot!)]
    const given = () => texts().filter(([text]) => text === 'Sv')
    await vi.waitUntil(() => texts().length && given().length >= count, SOON)
    expect(given()).toEqual(Array.from({ length: count }, () => ['Sv', 'sv']))
    for (const [text, lang] of texts()) if (text !== 'Sv' && text !== 'HEJ') expect([text, lang]).toEqual([text, 'en'])
  })

  test.each<[texts: string[], pressed: string, content: object]>([
    [['Sv', 'Close'], 'Sv', { ...CTA, style: 'button' }],
    [['Learn more', 'Close'], 'Learn more', { ...CTA, text: '', style: 'button' }],
    [['Sv', 'Close'], 'Sv', { ...HERO, actions: [{ text: 'Sv', opens: CTA.opens }] }],
    [['Sv', 'Close', 'Back'], 'Sv', { ...PANEL, layout: 'home', rewards: [] }],
    [['Sv'], 'Edit message', { ...SHARE, ...MESSAGE, card: { title: 'Sv' } }],
    [['Sv', 'Subject'], 'Email', { ...SHARE, ...MESSAGE, channels: ['email'] }],
    [['Sv', 'Thank you!'], 'Sv', { ...FORM, done: { text: 'Sv' } }],
    [['Sv'], 'Sv', { ...FORM, done: { headline: 'Sv' } }],
  ])('%j are in their languages after a click on "%s": %j', async (expected, pressed, content) => {
    const { rewards } = createProgram(({ event_name }) => (event_name === 'product' ? content : {}))
    vi.spyOn(rewards, 'track').mockResolvedValue({} as never)
    Object.defineProperty(rewards, 'consumer', { value: { level: 'identified' } })
    page.lang = 'sv'
    const element = await placed({ name: 'product', rewards })
    const before = [...textsIn(element.shadowRoot!)].length
    inside(element).getByRole('button', { name: pressed }).click()
    await vi.waitUntil(() => [...textsIn(element.shadowRoot!)].length !== before, SOON)
    if (expected.includes('Back')) inside(element).getAllByRole('button', { name: 'Sv' }).at(-1)!.click()
    await vi.waitFor(() => {
      const texts = [...textsIn(element.shadowRoot!)]
      expect(texts.map(([text]) => text)).toEqual(expect.arrayContaining(expected))
      for (const [text, lang] of texts) expect([text, lang]).toEqual([text, text.includes('Sv') ? 'sv' : 'en'])
    }, SOON)
  })
})

test('a zone that has left the page no longer watches its language', async () => {
  const { rewards } = program()
  const watching = new Set<MutationObserver>()
  vi.stubGlobal(
    'MutationObserver',
    class extends MutationObserver {
      override observe(...args: Parameters<MutationObserver['observe']>) {
        super.observe(...args)
        watching.add(this)
      }
      override disconnect() {
        super.disconnect()
        watching.delete(this)
      }
    },
  )
  const element = await placed({ name: 'product', rewards })
  await expect.poll(() => watching.size, SOON).toBeGreaterThan(0)
  element.remove()
  await settled()
  expect(watching.size).toBe(0)
})
