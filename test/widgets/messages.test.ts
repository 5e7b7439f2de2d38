import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findMessages } from '../../widgets/messages/find-messages.js'
import { formatMessage, formatPlural } from '../../widgets/messages/format-message.js'
import { inside, place, placed, settled } from './page.js'
import { createProgram } from './program.js'
import { useViewport } from './viewport.js'

useViewport()

type Texts = Record<string, string>

/**
 * Texts without a translation yet: the beginning of their keys, and the languages, for example `{ badge: ['ar', 'ja'] }`. The widgets
 * show these texts in English.
 */
const UNTRANSLATED: Record<string, string[]> = {}

/** Every English text: those of the element, and those of each widget. */
const english: Texts = Object.assign(
  {},
  ...Object.values(import.meta.glob<Texts>('../../widgets/**/en.ts', { eager: true, import: 'en' })),
)

/** Every other language: the files of `widgets/messages/` that export `messages`. */
const translations = Object.entries(
  import.meta.glob<{ messages?: Texts }>('../../widgets/messages/*.ts', { eager: true }),
).flatMap(([file, { messages }]) => (messages ? [[/([\w-]+)\.ts$/.exec(file)![1]!, messages] as const] : []))

const PLURALS = Object.keys(english).flatMap(key => /^(.*)_one$/.exec(key)?.[1] ?? [])
const isForm = (key: string) => PLURALS.some(plural => key === `${plural}_one` || key === `${plural}_other`)
/** The languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'he']
/** Properties of a language, and names, which are the same in every language. */
const NAMES = ['lang', 'dir', 'whatsapp', 'facebook', 'x', 'linkedin']
/** Romance languages have a form of their own for millions. Widgets do not count so far. */
const COUNTS = Array.from({ length: 1_001 }, (_, count) => count)

/** The keys of all texts that are not the form of a plural. */
const TEXTS = Object.keys(english).filter(key => !NAMES.includes(key) && !isForm(key))

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

/** The forms of plurals that a language uses. */
function formsOf(tag: string) {
  const rules = new Intl.PluralRules(tag)
  return [...new Set([...COUNTS.map(count => rules.select(count)), 'other'])]
}

/** The keys that a translation needs. */
const keysFor = (tag: string) => [...TEXTS, ...PLURALS.flatMap(plural => formsOf(tag).map(form => `${plural}_${form}`))]

/** The beginnings of keys that wait for a translation into the language. */
const untranslated = (tag: string) => Object.keys(UNTRANSLATED).filter(prefix => UNTRANSLATED[prefix]!.includes(tag))

describe.each(translations)('widgets/messages/%s.ts', (tag, messages) => {
  test('is loaded for its language', async () => {
    expect(messages.lang, `${tag}.ts: lang must be the language tag, as in the file name`).toBe(tag)
    const dir = RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr'
    expect(messages.dir, `${tag}.ts: dir must be the direction of the language`).toBe(dir)
    const found = await findMessages(new Intl.Locale(tag))
    expect(found.lang, `add ${tag}.ts to widgets/messages/find-messages.ts`).toBe(tag)
  })

  test('has every text', () => {
    const waiting = untranslated(tag)
    const missing = keysFor(tag).filter(key => !messages[key])
    expect(
      missing.filter(key => !waiting.some(prefix => key.startsWith(`${prefix}_`))),
      `translate these texts in widgets/messages/${tag}.ts, or name them in UNTRANSLATED in test/widgets/messages.test.ts`,
    ).toEqual([])
    expect(
      waiting.filter(prefix => !missing.some(key => key.startsWith(`${prefix}_`))),
      `these texts are translated: remove '${tag}' from them in UNTRANSLATED in test/widgets/messages.test.ts`,
    ).toEqual([])
  })

  test('has no other text', () => {
    const known = [...NAMES, ...keysFor(tag)]
    expect(
      Object.keys(messages).filter(key => !known.includes(key)),
      `no widget uses these keys of widgets/messages/${tag}.ts: remove them`,
    ).toEqual([])
  })

  test('has the placeholders of the English texts', () => {
    for (const key of TEXTS.filter(key => messages[key]))
      expect(placeholders(messages[key]!), key).toEqual(placeholders(english[key]!))
  })

  test('has a text for every count', () => {
    for (const plural of PLURALS.filter(plural => messages[`${plural}_other`]))
      for (const count of COUNTS) expect(formatPlural(tag, messages, plural, count), `${plural}, ${count}`).not.toBe('')
  })
})

test.each([
  ['fr-CA', 'fr'],
  ['de-AT', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['iw', 'he'],
  ['ar-EG', 'ar'],
  ['sv', undefined],
  ['constructor', undefined],
])('a page in %s gets the texts of %s', async (tag, lang) => {
  let locale: Intl.Locale
  try {
    locale = new Intl.Locale(tag)
  } catch {
    locale = new Intl.Locale('en')
  }
  expect((await findMessages(locale)).lang).toBe(lang)
})

test.each([
  ['ar', 2, 'رسالتك في طريقها إلى صديقين.'],
  ['ar', 3, `رسالتك في طريقها إلى ${(3).toLocaleString('ar')} أصدقاء.`],
  ['ar-EG', 3, 'رسالتك في طريقها إلى ٣ أصدقاء.'],
  ['he', 2, 'המייל בדרך לשני חברים.'],
  ['fr', 0, 'Votre e-mail à 0 ami est en route.'],
  ['de', 1, 'Deine E-Mail an 1 Person ist unterwegs.'],
  ['ja', 7, '7人の友だちにメールを送信しています。'],
])('%s has its own plural form for %d', async (tag, count, text) => {
  expect(formatPlural(tag, await findMessages(new Intl.Locale(tag)), 'email_sent', count)).toBe(text)
})

test('a plural form that a page has left out is the one for other numbers', () => {
  expect(formatPlural('ar', { sent_other: '{count} sent' }, 'sent', 2)).toBe(`${(2).toLocaleString('ar')} sent`)
  expect(formatPlural('en', {}, 'sent', 1)).toBe('')
})

test('a message keeps placeholders without a value, and inserts values unchanged', () => {
  expect(formatMessage('en', '{a} of {b}, {c}', { a: 1000, b: '$1 {a}' })).toBe('1,000 of $1 {a}, {c}')
})

describe('the language of an element', () => {
  const CONTENT = { widget: 'share', channels: ['copy'], shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }

  test('is that of the text around it', async () => {
    const { rewards } = createProgram(() => CONTENT)
    const article = document.body.appendChild(Object.assign(document.createElement('article'), { lang: 'ar-EG' }))
    const element = Object.assign(document.createElement('rewards-zone'), { name: 'product', rewards })
    article.append(element)
    await new Promise(resolve => element.addEventListener('load', resolve))
    expect(inside(element).getByRole('button').textContent).toBe('نسخ')
    expect(element.shadowRoot!.querySelector('.zone')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  })

  test('is that in its data, if there is one', async () => {
    const { rewards } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards, data: { locale: 'fr-CA' } })
    expect(inside(element).getByRole('button').textContent).toBe('Copier')
  })

  test.each(['klingon?', '', 'x', '-'])('is English for the locale "%s"', async locale => {
    const { rewards } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards, data: { locale } })
    expect(inside(element).getByRole('button').textContent).toBe('Copy')
  })

  test('can be changed text by text by the page', async () => {
    const { rewards, zones } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards, data: { locale: 'de' }, messages: { copy: 'Mitnehmen' } })
    expect(inside(element).getByRole('button').textContent).toBe('Mitnehmen')
    expect(inside(element).getByLabelText('Dein Link')).toBeTruthy()
    element.setAttribute('messages', '{"copy":"Haben"}')
    await settled()
    expect(inside(element).getByRole('button').textContent).toBe('Haben')
    expect(zones).toHaveLength(1)
  })

  test('is English if the file of a language does not load', async () => {
    const { rewards, errors } = createProgram(() => CONTENT)
    vi.doMock('../../widgets/messages/ja.js', () => Promise.reject(new TypeError('Failed to fetch')))
    onTestFinished(() => void vi.doUnmock('../../widgets/messages/ja.js'))
    const element = await placed({ name: 'product', rewards, data: { locale: 'ja' } })
    expect(inside(element).getByRole('button').textContent).toBe('Copy')
    expect(errors).toEqual([])
  })

  test('is also used when the element cannot load', async () => {
    const { rewards } = createProgram(() => Promise.reject(new TypeError('Failed to fetch')))
    const element = place({ name: 'product', rewards, data: { locale: 'es' } })
    await new Promise(resolve => element.addEventListener('error', resolve))
    expect(inside(element).getByRole('alert').textContent).toBe('No se pudo cargar este contenido.')
  })
})
