import { describe, expect, test } from 'vitest'
import { readProgram } from '../../../../demo/platform/campaign/read-program.js'
import { seedProgram, seedProgramNames } from '../../../../demo/platform/setup/seed-programs/index.js'

const base = { name: 'Friends', label: 'friends', referral: { step: 'conversion' } }
const reward = { name: 'thanks', to: 'advocate', step: 'conversion', value: 5, type: 'USD' }
const read = (fields: object) => readProgram(JSON.stringify({ ...base, ...fields }))
const messagesOf = ({ errors }: ReturnType<typeof readProgram>) => errors?.map(({ message }) => message)
const rewardWith = (fields: object) => ({ rewards: [{ ...reward, ...fields }] })

describe('a program', () => {
  test.each(seedProgramNames)('to start from is valid: %s', name => {
    expect(readProgram(seedProgram(name)).errors).toBeUndefined()
  })

  test('needs only a name and a label, and has defaults for everything else', () => {
    expect(readProgram('{"name":"Friends","label":"friends"}').value).toEqual({
      name: 'Friends',
      label: 'friends',
      events: {},
      quality: [],
      journeys: {},
      audiences: {},
      suppliers: {},
      rewards: [],
      partner_keys: ['partner_conversion_id', 'partner_shipment_id', 'partner_event_id'],
      cards: {},
    })
  })

  test('has defaults for referrals and rewards', () => {
    const { referral, rewards } = read({ rewards: [reward] }).value!
    expect(referral).toEqual({
      ...{ step: 'conversion', found_by: ['advocate_code', 'click'], click_days: 90, advocate: {}, friend: {} },
    })
    expect(rewards).toEqual([
      { ...reward, when: {}, once_per: 'friend', supplier: 'store-credit', fulfillment: { mode: 'approval' } },
    ])
  })

  test.each([
    [{ to: 'advocate' }, 'friend'],
    [{ to: 'advocate', friends: 3 }, 'person'],
    [{ to: 'friend' }, 'person'],
    [{ to: 'consumer' }, 'person'],
    [{ to: 'friend', once_per: 'event' }, 'event'],
  ])('has a limit for the reward %j: once per %s', (fields, once_per) => {
    expect(read(rewardWith(fields)).value?.rewards).toMatchObject([{ once_per }])
  })
})

const text = (length: number) => 'x'.repeat(length)
const named = <T>(count: number, value: (name: string) => T) =>
  Array.from({ length: count }, (_, index) => value(`name-${index}`))

describe('a program has limits:', () => {
  test.each<[string, number, (count: number) => object]>([
    ['characters of a name', 200, count => ({ name: text(count) })],
    ['characters of a label', 100, count => ({ label: text(count) })],
    ['characters of a step', 200, count => ({ quality: [{ step: text(count), quality: 'LOW' }] })],
    ['characters of an event', 200, count => ({ events: { [text(count)]: 'conversion' } })],
    ['characters of the name of a journey', 200, count => ({ journeys: { advocate: { name: text(count) } } })],
    ['characters of the name of an audience', 100, count => ({ audiences: { [text(count)]: {} } })],
    ['characters of the name of a reward', 100, count => rewardWith({ name: text(count) })],
    ['characters of the supplier of a reward', 100, count => rewardWith({ supplier: text(count) })],
    ['characters of a supplier', 100, count => ({ suppliers: { [text(count)]: { type: 'CUSTOM_REWARD' } } })],
    ['characters of the type of a supplier', 50, count => ({ suppliers: { shop: { type: 'X'.repeat(count) } } })],
    ['characters of a partner key', 100, count => ({ partner_keys: [text(count)] })],
    ['days after a click', 3650, count => ({ referral: { step: 'conversion', click_days: count } })],
    ['partner keys', 20, count => ({ partner_keys: named(count, name => name) })],
    ['rewards', 50, count => ({ rewards: named(count, name => ({ ...reward, name })) })],
    ['friends', 1000, count => rewardWith({ friends: count })],
    ['days until a fulfillment', 365, count => rewardWith({ fulfillment: { mode: 'delayed', days: count } })],
    ['characters of a coupon', 100, count => rewardWith({ coupon: { code: text(count) } })],
    ['characters of the prefix of a coupon', 20, count => rewardWith({ coupon: { prefix: text(count) } })],
    ['characters of the type of a reward', 20, count => rewardWith({ type: text(count).toUpperCase() })],
    ['characters of a condition', 200, count => rewardWith({ when: { labels: text(count) } })],
    ['characters of a name in data', 200, count => rewardWith({ when: { data: { [text(count)]: 1 } } })],
    ['characters of the title of a card', 200, count => ({ cards: { en: { title: text(count) } } })],
    ['characters of the description of a card', 500, count => ({ cards: { en: { description: text(count) } } })],
    ['characters of the image of a card', 2000, count => ({ cards: { en: { image_url: `/${text(count - 1)}` } } })],
  ])('%s, at most %i', (_, most, fields) => {
    expect(read(fields(most)).errors).toBeUndefined()
    expect(read(fields(most + 1)).errors).toHaveLength(1)
  })

  test.each<[string, (count: number) => object]>([
    ['character of the title of a card', count => ({ cards: { en: { title: text(count) } } })],
    ['character of the description of a card', count => ({ cards: { en: { description: text(count) } } })],
  ])('at least 1 %s', (_, fields) => {
    expect(read(fields(1)).errors).toBeUndefined()
    expect(read(fields(0)).errors).toHaveLength(1)
  })
})

describe('an error of a program names the path, what is expected and what is given', () => {
  test.each<[string, object]>([
    ['name: expected a string, got nothing', { name: undefined }],
    ['name: expected at least 1 character, got ""', { name: '' }],
    ['label: expected 1 to 100 letters, digits, dashes or underscores, got "two words"', { label: 'two words' }],
    ['label: expected 1 to 100 letters, digits, dashes or underscores, got "a.b"', { label: 'a.b' }],
    ['label: expected 1 to 100 letters, digits, dashes or underscores, got ""', { label: '' }],
    ['quality[0].step: expected at least 1 character, got ""', { quality: [{ step: '', quality: 'LOW' }] }],
    ['events: expected names with at least 1 character, got ""', { events: { '': 'conversion' } }],
    ['rewards[0].when.labels: expected at least 1 character, got ""', rewardWith({ when: { labels: '' } })],
    [
      'rewards[0].when.data: expected names with at least 1 character, got ""',
      rewardWith({ when: { data: { '': 1 } } }),
    ],
    ...['', text(201)].map((audience): [string, object] => [
      `referral.friend.audience: expected ${audience ? 'at most 200 characters' : 'at least 1 character'}, got ${audience ? `"${text(79)}…` : '""'}`,
      { referral: { step: 'a', friend: { audience } } },
    ]),
    ['reward: expected no field of this name, got []', { reward: [] }],
    ...[
      ['quality[0].level', { quality: [{ step: 'a', quality: 'LOW', level: 'x' }] }],
      ['journeys.advocate.step', { journeys: { advocate: { step: 'x' } } }],
      ['audiences.vip.steps', { audiences: { vip: { steps: 'x' } } }],
      ['referral.days', { referral: { step: 'a', days: 'x' } }],
      ['referral.friend.audiences', { referral: { step: 'a', friend: { audiences: 'x' } } }],
      ['suppliers.shop.name', { suppliers: { shop: { type: 'CUSTOM_REWARD', name: 'x' } } }],
      ['rewards[0].amount', rewardWith({ amount: 'x' })],
      ['rewards[0].when.lables', rewardWith({ when: { lables: 'x' } })],
      ['cards.en.text', { cards: { en: { text: 'x' } } }],
    ].map(([path, fields]): [string, object] => [`${path}: expected no field of this name, got "x"`, fields as object]),
    [
      'rewards[0].when.data.cart_value.from: expected no field of this name, got 1',
      rewardWith({ when: { data: { cart_value: { from: 1, max: 5 } } } }),
    ],
    [
      'rewards[0].when.data.cart_value: expected at least 1 item, got []',
      rewardWith({ when: { data: { cart_value: [] } } }),
    ],
    [
      'rewards[0].when.data.cart_value: expected min, max or both, got {}',
      rewardWith({ when: { data: { cart_value: {} } } }),
    ],
    ['cards: expected names with the form of a language, such as en or pt-BR, got "german"', { cards: { german: {} } }],
    [
      'cards.en.image_url: expected an http(s) URL, or a path such as /images/card.jpg, got "card.jpg"',
      { cards: { en: { image_url: 'card.jpg' } } },
    ],
    [
      'cards.en.image_url: expected an http(s) URL, or a path such as /images/card.jpg, got "//x.example/a.jpg"',
      { cards: { en: { image_url: '//x.example/a.jpg' } } },
    ],
    ['events: expected an object, got ["purchase"]', { events: ['purchase'] }],
    ['events.purchase: expected a string, got null', { events: { purchase: null } }],
    ['quality[0].quality: expected HIGH, LOW or NONE, got "GOOD"', { quality: [{ step: 'a', quality: 'GOOD' }] }],
    ['journeys.partner: expected no field of this name, got {}', { journeys: { partner: {} } }],
    ['journeys.advocate.steps: expected a list, got "share"', { journeys: { advocate: { steps: 'share' } } }],
    [
      'audiences: expected names with 1 to 100 letters, digits, dashes or underscores, got "big spenders"',
      { audiences: { 'big spenders': {} } },
    ],
    [
      'audiences.vip.when.data.cart_value: expected a value, a list of values, or an object with the number min, max or both, got {"max":"50"}',
      { audiences: { vip: { step: 'a', when: { data: { cart_value: { max: '50' } } } } } },
    ],
    ...[
      ['events.paid', { events: { paid: 'reward_earned' } }],
      ['quality[0].step', { quality: [{ step: 'reward_earned', quality: 'LOW' }] }],
      ['journeys.advocate.steps[0]', { journeys: { advocate: { steps: ['reward_earned'] } } }],
      ['audiences.vip.step', { audiences: { vip: { step: 'reward_earned' } } }],
      ['referral.step', { referral: { step: 'reward_earned' } }],
      ['rewards[0].step', rewardWith({ step: 'reward_earned' })],
    ].map(([path, fields]): [string, object] => [
      `${path}: expected a name other than reward_earned, which only the platform records, got "reward_earned"`,
      fields as object,
    ]),
    ['referral.click_days: expected a whole number, got 1.5', { referral: { step: 'a', click_days: 1.5 } }],
    ['referral.found_by: expected at least 1 item, got []', { referral: { step: 'a', found_by: [] } }],
    [
      'referral.found_by[0]: expected advocate_code, coupon_code or click, got "link"',
      { referral: { step: 'a', found_by: ['link'] } },
    ],
    ['rewards[0].to: expected advocate, friend or consumer, got "both"', rewardWith({ to: 'both' })],
    ['rewards[0].value: expected a number, got "twenty"', rewardWith({ value: 'twenty' })],
    ['rewards[0].value: expected more than 0, got 0', rewardWith({ value: 0 })],
    [
      'rewards[0].type: expected a currency such as USD, or POINTS, PERCENT_OFF or MONTH, got "usd"',
      rewardWith({ type: 'usd' }),
    ],
    [
      'rewards[0].type: expected a currency such as USD, or POINTS, PERCENT_OFF or MONTH, got "X"',
      rewardWith({ type: 'X' }),
    ],
    ...['coupon', 'C'].map((type): [string, object] => [
      `suppliers.shop.type: expected a type in capital letters, such as CUSTOM_REWARD or MANUAL_COUPON, got "${type}"`,
      { suppliers: { shop: { type } } },
    ]),
    ['rewards[0].friends: expected at least 1, got 0', rewardWith({ friends: 0 })],
    ['rewards[0].friends: expected a whole number, got 1.5', rewardWith({ friends: 1.5 })],
    ['referral.click_days: expected at least 1, got 0', { referral: { step: 'a', click_days: 0 } }],
    [
      'rewards[0].fulfillment.days: expected at least 1, got 0',
      rewardWith({ fulfillment: { mode: 'delayed', days: 0 } }),
    ],
    ['rewards[0].once_per: expected friend, person or event, got "year"', rewardWith({ once_per: 'year' })],
    [
      'rewards[0].coupon: expected an object with a code of 1 to 100 characters, or with a prefix of 1 to 20 letters and digits, got "X"',
      rewardWith({ coupon: 'X' }),
    ],
    [
      'rewards[0].coupon: expected an object with a code of 1 to 100 characters, or with a prefix of 1 to 20 letters and digits, got {"code":"A","prefix":"B"}',
      rewardWith({ coupon: { code: 'A', prefix: 'B' } }),
    ],
    ['rewards[0].coupon.code: expected at least 1 character, got ""', rewardWith({ coupon: { code: '' } })],
    ...['', 'a-b'].map((prefix): [string, object] => [
      `rewards[0].coupon.prefix: expected 1 to 20 letters and digits, got "${prefix}"`,
      rewardWith({ coupon: { prefix } }),
    ]),
    [
      'rewards[0].fulfillment.mode: expected immediate, delayed or approval, got "later"',
      rewardWith({ fulfillment: { mode: 'later' } }),
    ],
    ['rewards[0].fulfillment.days: expected a number, got nothing', rewardWith({ fulfillment: { mode: 'delayed' } })],
    [
      'rewards[0].fulfillment.days: expected a whole number, got 1.5',
      rewardWith({ fulfillment: { mode: 'delayed', days: 1.5 } }),
    ],
    [
      'rewards[0].fulfillment.days: expected at most 365, got 400',
      rewardWith({ fulfillment: { mode: 'delayed', days: 400 } }),
    ],
    [
      'rewards[0].fulfillment.days: expected no field of this name, got 3',
      rewardWith({ fulfillment: { mode: 'immediate', days: 3 } }),
    ],
    [
      'rewards[0].fulfillment.days: expected no field of this name, got 3',
      rewardWith({ fulfillment: { mode: 'approval', days: 3 } }),
    ],
    ['partner_keys[0]: expected a string, got 7', { partner_keys: [7] }],
    ['name: expected text without control characters, got "a\\u0000b"', { name: 'a\0b' }],
    ['events.purchase: expected text without control characters, got "\\ud800"', { events: { purchase: '\ud800' } }],
    ['events: expected names with text without control characters, got "a\\nb"', { events: { 'a\nb': 'conversion' } }],
    [
      'rewards[0].coupon.code: expected text without control characters, got "a\\u0000"',
      rewardWith({ coupon: { code: 'a\0' } }),
    ],
  ])('%s', (error, fields) => {
    expect(messagesOf(read(fields))).toEqual([error])
  })

  test('reports what refers to nothing, and rules that never apply', () => {
    const result = read({
      events: { purchase: 'conversion' },
      audiences: { customers: { step: 'purchase' } },
      referral: undefined,
      journeys: { friend: { steps: ['conversion'] } },
      rewards: [
        { ...reward, when: { not_audience: ['customers', 'staff'] } },
        { ...reward, to: 'consumer', friends: 2, once_per: 'friend' },
        { ...reward, name: 'gift', to: 'friend', friends: 2, once_per: 'friend' },
        { ...reward, to: 'consumer' },
      ],
    })
    expect(messagesOf(result)).toEqual([
      'audiences.customers.step: expected the name of a step; the event purchase is recorded as the step conversion, got "purchase"',
      'rewards[0].when.not_audience: expected audiences of the program (customers), got ["customers","staff"]',
      'rewards[0].to: expected consumer, because the program has no referral, got "advocate"',
      'rewards[1].name: expected a name that no other reward has, got "thanks"',
      'rewards[1].friends: expected nothing, because only advocates have friends, got 2',
      'rewards[1].once_per: expected person or event, because only advocates have friends, got "friend"',
      'rewards[2].to: expected consumer, because the program has no referral, got "friend"',
      'rewards[2].friends: expected nothing, because only advocates have friends, got 2',
      'rewards[2].once_per: expected person or event, because only advocates have friends, got "friend"',
      'rewards[3].name: expected a name that no other reward has, got "thanks"',
      'journeys.friend.steps: expected no steps, because the program has no referral, got ["conversion"]',
    ])
  })

  test.each<[string, object]>([
    ['quality[0].step', { quality: [{ step: 'purchase', quality: 'LOW' }] }],
    ['audiences.vip.step', { audiences: { vip: { step: 'purchase' } } }],
    ['referral.step', { referral: { step: 'purchase' } }],
    ['rewards[0].step', rewardWith({ step: 'purchase' })],
    ['journeys.advocate.steps[1]', { journeys: { advocate: { steps: ['conversion', 'purchase'] } } }],
    ['journeys.friend.steps[0]', { journeys: { friend: { steps: ['purchase'] } } }],
  ])('reports an event that is recorded as another step: %s', (path, fields) => {
    const expected = 'the name of a step; the event purchase is recorded as the step conversion'
    expect(messagesOf(read({ ...fields, events: { purchase: 'conversion' } }))).toEqual([
      `${path}: expected ${expected}, got "purchase"`,
    ])
    expect(read({ ...fields, events: { purchase: 'conversion', paid: 'purchase' } }).errors).toBeUndefined()
  })

  test.each<[string, (conditions: object) => object]>([
    ['quality[0].when', when => ({ quality: [{ step: 'a', quality: 'LOW', when }] })],
    ['audiences.vip.when', when => ({ audiences: { vip: { when } } })],
    ['rewards[0].when', when => rewardWith({ when })],
    ['referral.advocate', advocate => ({ referral: { step: 'a', advocate } })],
    ['referral.friend', friend => ({ referral: { step: 'a', friend } })],
  ])('reports audiences that the program lacks: %s', (path, fields) => {
    const audiences = { vip: {}, ...(fields({}) as { audiences?: object }).audiences }
    for (const name of ['audience', 'not_audience']) {
      const program = { audiences: { vip: {} }, ...fields({ [name]: ['vip', 'staff'] }) }
      expect(messagesOf(read(program))).toEqual([
        `${path}.${name}: expected audiences of the program (vip), got ["vip","staff"]`,
      ])
    }
    expect(read({ audiences, ...fields({ audience: 'vip' }) }).errors).toBeUndefined()
  })

  test('accepts a journey of friends without steps if the program has no referral', () => {
    expect(read({ referral: undefined, journeys: { friend: { name: 'Welcome' } } }).errors).toBeUndefined()
  })

  test('reports a supplier that the program lacks, and an approval that the brand cannot give', () => {
    const suppliers = { shop: { type: 'MANUAL_COUPON' }, store: { type: 'CUSTOM_REWARD' } }
    const rewards = (supplier: string, mode: string) => ({
      suppliers,
      ...rewardWith({ supplier, fulfillment: { mode } }),
    })
    expect(messagesOf(read(rewards('bank', 'immediate')))).toEqual([
      'rewards[0].supplier: expected a supplier of the program (shop, store), got "bank"',
    ])
    expect(messagesOf(read({ suppliers: { store: { type: 'CUSTOM_REWARD' } }, ...rewardWith({}) }))).toEqual([
      'rewards[0].supplier: expected a supplier of the program (store), got nothing',
    ])
    expect(messagesOf(read(rewards('shop', 'approval')))).toEqual([
      'rewards[0].fulfillment: expected immediate or delayed, because shop supplies no custom rewards, got {"mode":"approval"}',
    ])
    for (const valid of [rewards('shop', 'immediate'), rewards('store', 'approval'), rewards('store', 'immediate')])
      expect(read(valid).errors).toBeUndefined()
  })

  test('reports every error, and shortens long values', () => {
    const result = read({ name: 'x'.repeat(300), label: 1, reward: [], step: 'a' })
    expect(messagesOf(result)).toEqual([
      `name: expected at most 200 characters, got "${'x'.repeat(79)}…`,
      'label: expected a string, got 1',
      'reward: expected no field of this name, got []',
      'step: expected no field of this name, got "a"',
    ])
  })

  test('reports the first 50 errors of a source with many', () => {
    const invalid = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`audience-${index}`, 1]))
    const first = Object.keys(invalid).slice(0, 50)
    expect(messagesOf(read({ audiences: invalid }))).toEqual(
      first.map(name => `audiences.${name}: expected an object, got 1`),
    )
  })

  test.each([
    ['', 'line 1, column 1: expected a value'],
    ['{"name":}', 'line 1, column 9: expected a value'],
    ['[]', 'The program: expected an object, got []'],
    ['null', 'The program: expected an object, got null'],
  ])('reports the source %j: %s', (source, error) => {
    expect(messagesOf(readProgram(source))).toEqual([error])
  })

  test('names the line of each error', () => {
    const source = `{
      "name": "Friends",
      "audiences": { "vip": {}, "big spenders": {},
        "other ones": {} },
      "rewards": [
        { "name": "a" }
      ]
    }`
    const lines = readProgram(source).errors?.map(({ message, line }) => `${line}: ${message.split(':')[0]}`)
    expect(lines?.sort()).toEqual([
      '1: label',
      '3: audiences',
      '4: audiences',
      ...['step', 'to', 'type', 'value'].map(name => `6: rewards[0].${name}`),
    ])
    expect(readProgram(`${source},`).errors).toEqual([
      { line: 8, message: 'line 8, column 6: expected a comma or the end' },
    ])
    const longest = JSON.stringify({ name: 'Long', label: 'long' }).padEnd(200_000)
    expect(readProgram(longest).errors).toBeUndefined()
    expect(readProgram(`${longest} `).errors).toEqual([{ message: 'A program can have at most 200000 characters' }])
  })
})
