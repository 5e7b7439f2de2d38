import { describe, expect, test } from 'vitest'
import { readForm } from '../../../widgets/form/form-content.js'
import { faultIn } from '../../../widgets/form/submit-form.js'
import { HARMLESS_NAMES, SECRET_NAMES, SECRET_PURPOSES } from '../../secret-fields.js'

const field = (more: object = {}) => ({
  type: 'text',
  name: 'comment',
  label: 'Comment',
  ...more,
})

/** The only field of a form. */
const read = (more: object) => readForm({ fields: [field(more)] }).fields[0]

const namesOf = (...fields: unknown[]) => readForm({ fields }).fields.map(({ name }) => name)

describe('the content of a form', () => {
  test('is read as it is', () => {
    const content = {
      headline: 'Join',
      text: 'Once a month',
      event: 'registration',
      submit_text: 'Sign up',
      done: { headline: 'Welcome', text: 'See you', zone: 'share', url: 'https://brand.com/', url_text: 'Shop' },
    }
    const consent = { type: 'consent', name: 'opt_in', label: 'Yes', url: 'https://brand.com/data', url_text: 'Terms' }
    const form = readForm({ ...content, fields: [consent] })
    expect(form).toMatchObject({ ...content, fields: [consent] })
  })

  test.each([
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { fields: {}, done: 7, event: [] },
  ])('may be anything: %o', content => {
    expect(readForm(content)).toEqual({
      headline: '',
      text: '',
      event: '',
      fields: [],
      submit_text: '',
      done: { headline: '', text: '', zone: '', url: undefined, url_text: '' },
    })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '/relative'])('has no address %s', url => {
    expect(readForm({ done: { url } }).done.url).toBeUndefined()
    expect(read({ type: 'consent', url })!.url).toBeUndefined()
  })

  test('has no field without a known type, a label or a name', () => {
    expect(
      namesOf(null, 'text', field({ type: 'color' }), field({ type: 'toString' }), field({ label: ' ' }), {}),
    ).toEqual([])
  })

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'two words',
    '2nd',
    'a'.repeat(101),
    'container',
    'event_time',
  ])('has no field with the name "%s"', name => {
    expect(namesOf(field({ name }))).toEqual([])
  })

  test.each([
    'password',
    'user_passcode',
    'cvc',
    'card_number',
    'iban',
  ])('has no field %s: no event may contain a secret', name => {
    expect(namesOf(field({ name }))).toEqual([])
    expect(read({ autocomplete: 'current-password' })!.autocomplete).toBeUndefined()
    expect(read({ autocomplete: 'cc-number' })!.autocomplete).toBeUndefined()
  })

  /** The names of the list that can be names of fields: the others contain brackets or hyphens. */
  const fieldNames = (names: string[]) => names.filter(name => /^[a-z][\w.]*$/i.test(name))

  test.each(fieldNames(SECRET_NAMES))('has no field %s, which a form of the page leaves out, too', name => {
    expect(namesOf(field({ name }))).toEqual([])
  })

  test.each(SECRET_PURPOSES)('has no field that browsers fill in as "%s"', autocomplete => {
    expect(read({ autocomplete })!.autocomplete).toBeUndefined()
  })

  test.each(fieldNames(HARMLESS_NAMES))('has a field %s', name => {
    expect(namesOf(field({ name }))).toEqual([name])
  })

  test('has 20 good fields, also after bad ones', () => {
    const names = Array.from({ length: 25 }, (_, index) => `a${index}`)
    const good = names.map(name => field({ name }))
    expect(namesOf(field({ type: 'color' }), field({ name: 'pin' }), ...good)).toEqual(names.slice(0, 20))
  })

  test('has one field of each name, and at most 20', () => {
    expect(readForm({ fields: [field(), field({ label: 'Again' }), field({ name: 'b' })] }).fields).toMatchObject([
      { label: 'Comment', index: 0 },
      { name: 'b', index: 2 },
    ])
    const many = Array.from({ length: 100_000 }, (_, index) => field({ name: `a${index}` }))
    expect(readForm({ fields: many }).fields).toHaveLength(20)
  })

  test('says what browsers fill in: by the type, the name, or as it is written', () => {
    expect(read({ type: 'email' })!.autocomplete).toBe('email')
    expect(read({ type: 'phone' })!.autocomplete).toBe('tel')
    expect(read({ name: 'birthday', type: 'date' })!.autocomplete).toBe('bday')
    expect(read({ autocomplete: 'address-level2' })!.autocomplete).toBe('address-level2')
    expect(read({})!.autocomplete).toBeUndefined()
  })
})

test.each([
  ['name', 'name'],
  ['first_name', 'given-name'],
  ['last_name', 'family-name'],
  ['birthday', 'bday'],
  ['company', 'organization'],
  ['city', 'address-level2'],
  ['postal_code', 'postal-code'],
])('a field with the name %s is filled in as %s', (name, purpose) => {
  expect(read({ name })!.autocomplete).toBe(purpose)
})

describe('the options of a field', () => {
  test('are texts or objects, each value once, and at most 300', () => {
    const options = ['Fern', { value: 'moss', text: 'Moss' }, { value: 'Fern' }, '', 7, null, { text: 'None' }]
    expect(read({ type: 'radio', options })!.options).toEqual([
      { value: 'Fern', text: 'Fern' },
      { value: 'moss', text: 'Moss' },
    ])
    const many = Array.from({ length: 100_000 }, (_, index) => `${index}`)
    expect(read({ type: 'select', options: many })!.options).toHaveLength(300)
  })

  test.each(['select', 'radio'])('are required for a %s', type => {
    expect(namesOf(field({ type, options: [] }), field({ type, options: {} }))).toEqual([])
  })

  test.each([
    [{}, '12345'],
    [{ min: 0, max: 10 }, '012345678910'],
    [{ max: 3 }, '123'],
    [{ min: -5, max: 1e9 }, '12345678910'],
    [{ min: '0', max: 'toString' }, '12345'],
    [{ max: 1 }, '12'],
    [{ max: Number.NaN }, '12345'],
  ])('of a rating with %o are %s', (scale, values) => {
    expect(
      read({ type: 'rating', ...scale })!
        .options.map(({ value }) => value)
        .join(''),
    ).toBe(values)
  })
})

describe('a value', () => {
  test.each([
    ['text', '', undefined],
    ['email', 'ada@example.com', undefined],
    ['email', ' ada@example.com ', undefined],
    ['email', 'ada@example', 'wrong_email'],
    ['email', 'ada @example.com', 'wrong_email'],
    ['email', 'ada@example..com', 'wrong_email'],
    ['phone', '+44 (20) 7946-0958', undefined],
    ['phone', '٠١٢٣٤٥٦٧٨', undefined],
    ['phone', '12', 'wrong_phone'],
    ['phone', 'call me', 'wrong_phone'],
    ['date', '2000-02-29', undefined],
    ['date', '2001-02-29', 'wrong_date'],
    ['date', 'tomorrow', 'wrong_date'],
    ['rating', '5', undefined],
    ['rating', '6', 'missing'],
  ])('of the type %s may be "%s": %s', (type, value, fault) => {
    expect(faultIn(read({ type })!, value)).toBe(fault)
  })

  test('is required only where the content says so', () => {
    const required = read({ required: true })!
    expect([faultIn(required), faultIn(required, '  '), faultIn(required, 'Yes')]).toEqual([
      'missing',
      'missing',
      undefined,
    ])
    expect(faultIn(read({ required: 'yes' })!)).toBeUndefined()
  })
})
