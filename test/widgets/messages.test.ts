import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { words as journey } from '../../widgets/journey/words.js'
import { words as locked } from '../../widgets/locked/words.js'
import { en } from '../../widgets/messages/en.js'
import { findMessages } from '../../widgets/messages/find-messages.js'
import { say, sayPlural } from '../../widgets/messages/say.js'
import { words as profile } from '../../widgets/profile/words.js'
import { words as referrals } from '../../widgets/referrals/words.js'
import { words as rewardStatus } from '../../widgets/reward-status/words.js'
import { words as rewards } from '../../widgets/rewards/words.js'
import { words as capture } from '../../widgets/share/capture/words.js'
import { words as edit } from '../../widgets/share/edit/words.js'
import { words as email } from '../../widgets/share/email/words.js'
import { words as qr } from '../../widgets/share/qr/words.js'
import { words as stats } from '../../widgets/stats/words.js'
import { words as verify } from '../../widgets/verify/words.js'
import { inside, place, placed, settled } from './page.js'
import { createProgram } from './program.js'
import { useViewport } from './viewport.js'

useViewport()

const LANGUAGES = ['ar', 'de', 'es', 'fr', 'he', 'ja', 'pt-BR']
const english: Record<string, string | undefined> = {
  ...en,
  ...capture,
  ...edit,
  ...email,
  ...qr,
  ...journey,
  ...profile,
  ...verify,
  ...locked,
  ...rewards,
  ...referrals,
  ...stats,
  ...rewardStatus,
}
const PLURALS = Object.keys(english).flatMap(key => /^(.*)_one$/.exec(key)?.[1] ?? [])
/** Names of things, the same in every language. */
const NAMES = ['lang', 'dir', 'whatsapp', 'facebook', 'x', 'linkedin']
const wordsOf = async (tag: string) => (await findMessages(new Intl.Locale(tag))) as Record<string, string | undefined>
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe.each(LANGUAGES)('the words in %s', tag => {
  test('are there for everything that is said, and none for anything else', async () => {
    const words = await wordsOf(tag)
    const needed = Object.keys(english).filter(key => !NAMES.includes(key) && !/_(one|other)$/.test(key))
    expect(needed.filter(key => !words[key])).toEqual([])
    expect(words.lang).toBe(tag)
  })

  test('have each value that the English ones have', async () => {
    const words = await wordsOf(tag)
    for (const [key, text] of Object.entries(english))
      if (text && words[key] && !/_(one|other)$/.test(key))
        expect(placeholders(words[key]), key).toEqual(placeholders(text))
  })

  test('have a form for every plural of the language, and for no other', async () => {
    const words = await wordsOf(tag)
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions()
    // Millions have a form of their own in Romance languages: nobody mails so many.
    const categories = pluralCategories.filter(category => category !== 'many' || tag === 'ar')
    for (const plural of PLURALS) {
      const forms = Object.keys(words).filter(key => key.startsWith(`${plural}_`))
      expect(forms.sort()).toEqual(categories.map(form => `${plural}_${form}`).sort())
      for (const count of [0, 1, 2, 3, 5, 11, 20, 21, 100]) expect(sayPlural(tag, words, plural, count)).not.toBe('')
    }
  })
})

test('every file of words is a language that is found', () => {
  const files = readdirSync('widgets/messages').map(name => name.replace('.ts', ''))
  expect(files.filter(name => /^[a-z]{2}(-[A-Z]{2})?$/.test(name)).sort()).toEqual([...LANGUAGES, 'en'].sort())
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
])('a page in %s is spoken to in %s', async (tag, lang) => {
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
  ['he', 2, 'המייל בדרך לשני חברים.'],
  ['fr', 0, 'Votre e-mail est en route vers 0 ami.'],
  ['de', 1, 'Deine E-Mail ist an 1 Person unterwegs.'],
  ['ja', 7, '7人の友だちにメールを送信しています。'],
])('%s says %d by its own plural rules', async (tag, count, text) => {
  expect(sayPlural(tag, await wordsOf(tag), 'email_sent', count)).toBe(text)
})

test('a message keeps what it has no value for, and takes a value as it is', () => {
  expect(say('en', '{a} of {b}, {c}', { a: 1000, b: '$1 {a}' })).toBe('1,000 of $1 {a}, {c}')
})

describe('an element', () => {
  const CONTENT = { widget: 'share', channels: ['copy'], shareable: { code: 'ada', link: 'https://brand.com/s/ada' } }

  test('speaks the language of the text around it', async () => {
    const { rewards } = createProgram(() => CONTENT)
    const article = document.body.appendChild(Object.assign(document.createElement('article'), { lang: 'ar-EG' }))
    const element = Object.assign(document.createElement('rewards-zone'), { name: 'product', rewards })
    article.append(element)
    await new Promise(resolve => element.addEventListener('load', resolve))
    expect(inside(element).getByRole('button').textContent).toBe('نسخ')
    expect(element.shadowRoot!.querySelector('.zone')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  })

  test('speaks the language that its data asks for before any other', async () => {
    const { rewards } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards, data: { locale: 'fr-CA' } })
    expect(inside(element).getByRole('button').textContent).toBe('Copier')
  })

  test.each(['klingon?', '', 'x', '-'])('speaks English for the locale "%s"', async locale => {
    const { rewards } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards, data: { locale } })
    expect(inside(element).getByRole('button').textContent).toBe('Copy')
  })

  test('says what the page wants it to say, and the rest in its own words', async () => {
    const { rewards, zones } = createProgram(() => CONTENT)
    const element = await placed({ name: 'product', rewards, data: { locale: 'de' }, messages: { copy: 'Mitnehmen' } })
    expect(inside(element).getByRole('button').textContent).toBe('Mitnehmen')
    expect(inside(element).getByLabelText('Dein Link')).toBeTruthy()
    element.setAttribute('messages', '{"copy":"Haben"}')
    await settled()
    expect(inside(element).getByRole('button').textContent).toBe('Haben')
    expect(zones).toHaveLength(1)
  })

  test('that cannot load says so in the language, too', async () => {
    const { rewards } = createProgram(() => Promise.reject(new TypeError('Failed to fetch')))
    const element = place({ name: 'product', rewards, data: { locale: 'es' } })
    await new Promise(resolve => element.addEventListener('error', resolve))
    expect(inside(element).getByRole('status').textContent).toBe('No se pudo cargar este contenido.')
  })
})
