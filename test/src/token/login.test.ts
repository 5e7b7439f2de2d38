import { describe, expect, test } from 'vitest'
import {
  arrived,
  claimed,
  described,
  died,
  doubted,
  ended,
  erased,
  type Fact,
  found,
  type Login,
  linkChecked,
  logoutConfirmed,
  NOBODY,
  replaced,
  START,
  type State,
  type TokenDetails,
} from '../../../src/token/login.js'

const DEVICE: TokenDetails = { scopes: ['LOCAL_PROFILE'], expires_at: 1, identity_id: 'p-device' }
const ANN: TokenDetails = { scopes: ['UPDATE_PROFILE'], expires_at: 1, identity_id: 'p-ann' }
const BOB: TokenDetails = { ...ANN, identity_id: 'p-bob' }
const UNNAMED: TokenDetails = { scopes: ['UPDATE_PROFILE'], expires_at: 1 }

const state = (login: Partial<Login>, rest: Partial<State> = {}): State => ({
  ...START,
  changedAt: 5,
  ...rest,
  login: { ...NOBODY, ...login },
})
const held = (details: TokenDetails, login: Partial<Login> = {}): Partial<Login> => ({
  owner: 'own',
  access_token: 'old',
  travelsByCookie: true,
  ...details,
  ...login,
})
const lost = (details: TokenDetails) => held(details, { access_token: undefined })
/** Ann's token has died, and a device's has taken its place. */
const deviceAfterAnn = held(DEVICE, { person_id: 'p-ann' })

/** The answer to request number 6 has brought the token `new`. */
const brought = (details?: TokenDetails, stamp = 6) =>
  arrived({ access_token: 'new', travelsByCookie: false, stamp }, 'next', details)

/** What a fact has changed. */
interface After {
  login?: Partial<Login>
  /** The calls of the login end. */
  endsCalls?: boolean
  isDoubtful?: boolean
  linkOwner?: string
  logouts?: number
}

function outcomeOf(before: State, fact: Fact, expected: After) {
  const { login, era, isDoubtful, linkOwner, logouts } = fact(before)
  return {
    actual: {
      login: Object.fromEntries(Object.keys(expected.login ?? {}).map(key => [key, login[key as keyof Login]])),
      endsCalls: era !== before.era,
      isDoubtful,
      linkOwner,
      logouts: logouts - before.logouts,
    },
    expected: { login: {}, endsCalls: false, isDoubtful: false, linkOwner: undefined, logouts: 0, ...expected },
  }
}

const own = { owner: 'own', access_token: 'new', travelsByCookie: false }
const next = { owner: 'next', access_token: 'new', travelsByCookie: false }

describe('who the consumer is', () => {
  test.each<[fact: string, before: string, State, Fact, After]>([
    ['an event is tracked', 'nobody', state({}), claimed('id'), { login: { owner: 'id', access_token: undefined } }],
    ['an event is tracked', 'a device', state(held(DEVICE)), claimed('id'), { login: held(DEVICE) }],
    ['an event is tracked', 'a logout', state({ isLoggedOut: true }), claimed('id'), { login: { isLoggedOut: true } }],

    ['a token arrives', 'nobody', state({}), brought(), { login: { ...next, scopes: [], identity_id: undefined } }],
    ['a token arrives', 'tracked events', state({ owner: 'own' }), brought(DEVICE), { login: { ...own, ...DEVICE } }],
    ['a token arrives', 'a logout', state({ isLoggedOut: true }), brought(), { login: { ...next, isLoggedOut: true } }],
    ['a token without details', 'Ann', state(held(ANN)), brought(), { login: { ...own, ...ANN } }],
    ['Ann’s token', 'Ann', state(held(ANN)), brought(ANN), { login: { ...own, ...ANN } }],
    ['Ann’s token', 'a device', state(held(DEVICE)), brought(ANN), { login: { ...own, ...ANN } }],
    ['Ann’s token', 'Ann, dead', state(lost(ANN)), brought(ANN), { login: { ...own, ...ANN } }],
    ['Ann’s token', 'a device after Ann', state(deviceAfterAnn), brought(ANN), { login: { ...own, ...ANN } }],
    ['a person’s token', 'Ann', state(held(ANN)), brought(UNNAMED), { login: { ...own, identity_id: 'p-ann' } }],
    ['a device’s token', 'Ann', state(held(ANN)), brought(DEVICE), { login: { ...own, person_id: 'p-ann' } }],
    ['a device’s token', 'Ann, dead', state(lost(ANN)), brought(DEVICE), { login: { ...own, person_id: 'p-ann' } }],
    [
      'a token without details',
      'Ann, dead',
      state(lost(ANN)),
      brought(),
      { login: { ...own, scopes: [], identity_id: undefined, person_id: 'p-ann' } },
    ],
    ['Bob’s token', 'Ann', state(held(ANN)), brought(BOB), { login: { ...next, ...BOB }, endsCalls: true }],
    ['Bob’s token', 'Ann, dead', state(lost(ANN)), brought(BOB), { login: { ...next, ...BOB }, endsCalls: true }],
    [
      'Bob’s token',
      'a device after Ann',
      state(deviceAfterAnn),
      brought(BOB),
      { login: { ...next, ...BOB, person_id: undefined }, endsCalls: true },
    ],
    ['an older answer', 'Ann', state(held(ANN)), brought(BOB, 4), { login: held(ANN) }],
    ['an older answer', 'a dead token', died('old', 9)(state(held(ANN))), brought(ANN), { login: lost(ANN) }],
    ['an older answer', 'a logout', erased(9, true)(state(held(ANN))), brought(ANN), { login: { owner: undefined } }],

    ['a lost answer', 'a device', state(held(DEVICE)), doubted, { login: held(DEVICE), isDoubtful: true }],
    [
      'a device’s token',
      'a device that may be a person',
      state(held(DEVICE), { isDoubtful: true }),
      brought(DEVICE),
      { login: own, isDoubtful: true },
    ],
    [
      'Ann’s token',
      'a device that may be a person',
      state(held(DEVICE), { isDoubtful: true }),
      brought(ANN),
      { login: next },
    ],
    [
      'a logout',
      'a device that may be a person',
      state(held(DEVICE), { isDoubtful: true }),
      erased(9, false),
      { endsCalls: true, logouts: 1 },
    ],

    [
      'a link is checked',
      'a device',
      state(held(DEVICE)),
      linkChecked('link'),
      { login: held(DEVICE), linkOwner: 'link' },
    ],
    ['a link is checked', 'Ann', state(held(ANN)), linkChecked('link'), { login: held(ANN) }],
    ['a link is checked', 'nobody', state({}), linkChecked('link'), {}],
    [
      'a link was checked',
      'a device',
      state(held(DEVICE), { linkOwner: 'link' }),
      linkChecked(),
      { login: held(DEVICE) },
    ],
    [
      'another login takes its place',
      'a device',
      state(held(DEVICE)),
      replaced('link'),
      { login: { owner: 'link', access_token: undefined, identity_id: undefined, scopes: [] } },
    ],
    [
      'another login takes its place',
      'a device after an unconfirmed logout',
      state(held(DEVICE, { isLoggedOut: true })),
      replaced('link'),
      { login: { owner: 'link', isLoggedOut: true } },
    ],
    [
      'a logout',
      'a link that is checked',
      state(held(DEVICE), { linkOwner: 'link' }),
      erased(9, true),
      { endsCalls: true, logouts: 1 },
    ],

    ['details', 'their token', state(held(DEVICE)), described('old', ANN), { login: held(ANN) }],
    ['details', 'another token', state(held(DEVICE)), described('other', ANN), { login: held(DEVICE) }],
    ['details', 'a dead token', state(lost(DEVICE)), described('old', ANN), { login: lost(DEVICE) }],
    ['the token dies', 'Ann', state(held(ANN)), died('old', 9), { login: lost(ANN) }],
    ['another token dies', 'Ann', state(held(ANN)), died('other', 9), { login: held(ANN) }],
    ['no token dies', 'Ann, dead', state(lost(ANN)), died(undefined, 9), { login: lost(ANN) }],

    [
      'a logout',
      'Ann',
      state(held(ANN)),
      erased(9, true),
      {
        login: { owner: undefined, access_token: undefined, scopes: [], isLoggedOut: true },
        endsCalls: true,
        logouts: 1,
      },
    ],
    [
      'the logout is confirmed',
      'the next person',
      state(held(BOB, { isLoggedOut: true })),
      logoutConfirmed,
      { login: held(BOB, { isLoggedOut: false }) },
    ],
    [
      'a logout in another tab',
      'the next person',
      state(held(BOB)),
      ended,
      { login: held(BOB), endsCalls: true, logouts: 1 },
    ],

    [
      'a stored login is read',
      'Ann, raised',
      state(held(ANN)),
      found({ ...NOBODY, ...held(ANN), access_token: 'new' }),
      { login: { owner: 'own', access_token: 'new' } },
    ],
    [
      'a stored login is read',
      'Ann, and it is Bob’s',
      state(held(ANN)),
      found({ ...NOBODY, owner: 'bob', ...BOB }),
      { login: { owner: 'bob' }, endsCalls: true },
    ],
    [
      'a stored login is read',
      'Ann, dead, and it is Bob’s',
      state(lost(ANN)),
      found({ ...NOBODY, owner: 'bob', ...BOB }),
      { login: { owner: 'bob' }, endsCalls: true },
    ],
    [
      'a stored login is read',
      'a device, and it is a link’s',
      state(held(DEVICE)),
      found({ ...NOBODY, owner: 'link', ...DEVICE }),
      { login: { owner: 'link' } },
    ],
    [
      'a stored login is read',
      'Ann, and it is empty',
      state(held(ANN)),
      found(NOBODY),
      { login: { owner: undefined } },
    ],
    [
      'a stored login is read',
      'a device after Ann, and it is Bob’s',
      state(deviceAfterAnn),
      found({ ...NOBODY, owner: 'bob', ...BOB }),
      { login: { owner: 'bob' }, endsCalls: true },
    ],
    [
      'a stored login is read',
      'Ann, and she has logged out',
      state(held(ANN)),
      found({ ...NOBODY, isLoggedOut: true }),
      { login: { owner: undefined, isLoggedOut: true }, endsCalls: true, logouts: 1 },
    ],
    [
      'a stored login is read',
      'a logout, and it is the same',
      state({ isLoggedOut: true }),
      found({ ...NOBODY, isLoggedOut: true }),
      { login: { isLoggedOut: true } },
    ],
  ])('%s: %s', (_, __, before, fact, expectation) => {
    const { actual, expected } = outcomeOf(before, fact, expectation)
    expect(actual).toEqual(expected)
  })

  test('a fact changes no state, and a fact that does not count leaves it', () => {
    const before = Object.freeze(state(Object.freeze(held(ANN))))
    for (const fact of [
      claimed('id'),
      brought(BOB, 4),
      described('other', DEVICE),
      died('other', 9),
      died(undefined, 9),
    ])
      expect(fact(before)).toBe(before)
  })

  test('a token that has come with a request is not replaced by the answer to an earlier request', () => {
    const after = brought(ANN, 7)(state(held(ANN)))
    expect(arrived({ access_token: 'early', travelsByCookie: true, stamp: 6 }, 'id', ANN)(after)).toBe(after)
  })
})
