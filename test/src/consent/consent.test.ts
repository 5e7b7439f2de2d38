// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ConsentMessage, type ConsentPorts, createConsent } from '../../../src/consent/consent.js'
import { createRewards, type RewardsError } from '../../../src/index.js'
import type { Consent, ConsentSource, SetConsent } from '../../../src/settings/options.js'
import { createToken } from '../../../src/token/token.js'
import { lifetime } from '../lifetime.js'
import { DEVICE, DOMAIN, openTab } from '../session/open-session.js'

afterEach(() => {
  vi.unstubAllGlobals()
  openTab().token.forget()
})

/** An earlier page has stored a token. */
function storeToken() {
  const { token } = openTab()
  token.replace({ stamp: token.stamp(), access_token: 'stored', travelsByCookie: false }, { ...DEVICE, expires_at: 0 })
}

/** A page with this option, and in their order what the consent has caused: `allowed`, `denied`, and whether anything had been stored. */
function open(option: Consent | ConsentSource, loadSource: ConsentPorts['loadSource'] = async () => ({ follow() {} })) {
  const token = createToken({ base: DOMAIN, vendor: 'svc' })
  const steps: string[] = []
  const messages: ConsentMessage[] = []
  const errors: RewardsError[] = []
  const consent = createConsent(option, {
    token,
    lifetime,
    loadSource,
    onAllowed: () => steps.push('allowed'),
    onDenied: wasAllowed => steps.push(wasAllowed ? 'denied, was allowed' : 'denied'),
    onChange: message => messages.push(message),
    onError: error => errors.push(error as RewardsError),
  })
  return { consent, token, steps, messages, errors }
}

describe('options.consent', () => {
  test.each<[Consent | ConsentSource, boolean, boolean, string[]]>([
    ['program', false, true, []],
    ['unset', false, false, []],
    ['granted', true, true, ['allowed']],
    ['denied', false, false, ['denied']],
    ['tcf', false, false, []],
  ])('%s: storage is allowed: %s, cookies are allowed: %s', (option, canStore, allowsCookies, steps) => {
    const page = open(option)
    expect(page.consent.canStore()).toBe(canStore)
    expect(page.consent.allowsCookies()).toBe(allowsCookies)
    expect(page.steps).toEqual(steps)
    expect(page.messages).toEqual([])
  })

  test('program allows storage if the program has allowed it on an earlier page', () => {
    storeToken()
    const { consent, token } = open('program')
    expect(consent.canStore()).toBe(true)
    expect(token.current()?.access_token).toBe('stored')
  })

  test.each([
    'unset',
    'gpc',
  ] as const)('%s leaves alone what an earlier page has stored, and does not read it', option => {
    storeToken()
    const { consent, token, steps } = open(option)
    expect([consent.canStore(), token.current(), steps]).toEqual([false, undefined, []])
    expect(token.stored()).toBeDefined()
  })

  test('denied deletes what an earlier page has stored', () => {
    storeToken()
    const { token, steps } = open('denied')
    expect(token.stored()).toBeUndefined()
    expect(steps).toEqual(['denied, was allowed'])
  })
})

describe('setting the consent', () => {
  test('changes it at once, and sends a message to the other tabs', () => {
    const { consent, steps, messages, token } = open('unset')
    consent.set('granted')
    expect([consent.canStore(), consent.allowsCookies()]).toEqual([true, true])
    token.replace({ stamp: token.stamp(), access_token: 'own', travelsByCookie: false })
    expect(document.cookie).toContain('own')
    consent.set('denied')
    expect([consent.canStore(), consent.allowsCookies(), document.cookie]).toEqual([false, false, ''])
    consent.set('unset')
    expect([consent.canStore(), consent.allowsCookies()]).toEqual([false, false])
    expect(steps).toEqual(['allowed', 'denied, was allowed', 'denied'])
    expect(messages).toEqual([{ consent: 'granted' }, { consent: 'denied' }, { consent: 'unset' }])
  })

  test.each([undefined, null, '', 'program', 'yes', {}])('to %j throws invalid_argument and changes nothing', state => {
    const { consent, messages, steps } = open('granted')
    expect(() => consent.set(state as 'denied')).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining(`${state}`) }),
    )
    expect([consent.canStore(), messages, steps]).toEqual([true, [], ['allowed']])
  })

  test('to a value that throws when it is read throws invalid_argument', () => {
    const { consent } = open('granted')
    const hostile = {
      toString() {
        throw new Error('Mine')
      },
    }
    expect(() => consent.set(hostile as never)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(consent.canStore()).toBe(true)
  })
})

describe('the consent in an answer of the program', () => {
  test('is followed, and each change sends one message to the other tabs', () => {
    const { consent, messages, steps } = open('program')
    for (const state of ['granted', 'granted', 'denied', 'denied', 'unset', 'granted', 'unset'])
      consent.followProgram(state)
    expect(messages).toEqual([
      { consent: 'granted', byProgram: true },
      { consent: 'denied', byProgram: true },
      { consent: 'granted', byProgram: true },
      { consent: 'unset', byProgram: true },
    ])
    expect(steps).toEqual(['allowed', 'denied, was allowed', 'allowed', 'denied, was allowed'])
    expect([consent.canStore(), consent.allowsCookies()]).toEqual([false, true])
  })

  test('deletes the data of earlier pages once if it is denied, and nothing if it is unset', () => {
    const { consent, steps, messages } = open('program')
    consent.followProgram('unset')
    expect([steps, messages]).toEqual([[], []])
    consent.followProgram('denied')
    consent.followProgram('denied')
    expect(steps).toEqual(['denied'])
    expect(messages).toEqual([{ consent: 'denied', byProgram: true }])
  })

  test('forbids storage if it is unknown', () => {
    const { consent, messages } = open('program')
    consent.followProgram('granted')
    consent.followProgram('perhaps')
    expect(consent.canStore()).toBe(false)
    expect(messages.at(-1)).toEqual({ consent: 'unset', byProgram: true })
  })

  test.each<[Consent | ConsentSource, boolean]>([
    ['granted', true],
    ['denied', false],
    ['unset', false],
    ['tcf', false],
  ])('is not followed with the option %s', (option, canStore) => {
    const { consent, messages } = open(option)
    consent.followProgram(canStore ? 'denied' : 'granted')
    expect([consent.canStore(), messages]).toEqual([canStore, []])
  })

  test.each(['granted', 'denied'] as const)('is not followed after the host has set %s', choice => {
    const { consent } = open('program')
    consent.set(choice)
    consent.followProgram(choice === 'granted' ? 'denied' : 'granted')
    expect(consent.canStore()).toBe(choice === 'granted')
  })
})

describe('a message of another tab', () => {
  test('is followed, and sends no further message', () => {
    const { consent, messages } = open('unset')
    consent.followTab({ consent: 'granted' })
    expect(consent.canStore()).toBe(true)
    consent.followTab({ consent: 'denied' })
    expect(consent.canStore()).toBe(false)
    expect(messages).toEqual([])
  })

  test('about the program’s consent is followed by a page that follows the program', () => {
    const { consent } = open('program')
    consent.followTab({ consent: 'granted', byProgram: true })
    expect([consent.canStore(), consent.allowsCookies()]).toEqual([true, true])
    consent.followTab({ consent: 'denied', byProgram: true })
    // The next answer of the program counts again.
    consent.followProgram('granted')
    expect(consent.canStore()).toBe(true)
  })

  test('about the program’s consent is not followed by a page whose host has set the consent', () => {
    const { consent } = open('denied')
    consent.followTab({ consent: 'granted', byProgram: true })
    expect(consent.canStore()).toBe(false)
  })

  test('about a denial of the consumer takes precedence over the program’s consent', () => {
    const { consent } = open('program')
    consent.followProgram('granted')
    consent.followTab({ consent: 'denied' })
    consent.followProgram('granted')
    expect([consent.canStore(), consent.allowsCookies()]).toEqual([false, false])
  })
})

describe('a consent source', () => {
  /** A page that follows a source, and the way in which the source speaks. */
  async function openWithSource(option: ConsentSource) {
    let speak: SetConsent = () => {}
    const loaded: ConsentSource[] = []
    const page = open(option, async source => {
      loaded.push(source)
      return {
        follow(setConsent) {
          speak = setConsent
        },
      }
    })
    await new Promise(setImmediate)
    return { ...page, loaded, say: (state: Parameters<SetConsent>[0]) => speak(state) }
  }

  test.each(['tcf', 'gpp', 'gcm', 'gpc'] as const)('%s is loaded, and sets the consent in all tabs', async option => {
    const { consent, loaded, messages, say } = await openWithSource(option)
    expect(loaded).toEqual([option])
    expect(consent.canStore()).toBe(false)
    say('granted')
    expect([consent.canStore(), consent.allowsCookies()]).toEqual([true, true])
    say('denied')
    expect(consent.canStore()).toBe(false)
    expect(messages).toEqual([{ consent: 'granted' }, { consent: 'denied' }])
  })

  test.each(['program', 'unset', 'granted', 'denied'] as const)('is not loaded with the option %s', option => {
    const loaded: ConsentSource[] = []
    open(option, async source => {
      loaded.push(source)
      return { follow() {} }
    })
    expect(loaded).toEqual([])
  })

  test('is reported and allows nothing if it cannot be loaded', async () => {
    const error = new Error('No')
    const { consent, errors } = open('tcf', () => Promise.reject(error))
    await expect.poll(() => errors).toEqual([error])
    expect(consent.canStore()).toBe(false)
  })

  test('is reported as invalid_argument if it throws', async () => {
    const cause = new Error('Mine')
    const follow = () => {
      throw cause
    }
    const { errors } = open('gpp', async () => ({ follow }))
    await expect.poll(() => errors).toMatchObject([{ code: 'invalid_argument', cause }])
    expect(errors[0]!.message).toContain('options.consent "gpp"')
  })
})

describe('a restriction', () => {
  test('forbids storage while it returns false, even if the consumer allows it', () => {
    const { consent } = open('granted')
    let isPermitted = false
    consent.restrict(() => isPermitted)
    expect(consent.canStore()).toBe(false)
    isPermitted = true
    expect(consent.canStore()).toBe(true)
    consent.set('denied')
    expect(consent.canStore()).toBe(false)
  })
})

test('listeners are called after each change', () => {
  const { consent } = open('unset')
  const heard: [boolean, boolean][] = []
  consent.onStorageChange(isAllowed => heard.push([isAllowed, consent.canStore()]))
  consent.set('granted')
  consent.set('denied')
  consent.followTab({ consent: 'granted' })
  expect(heard).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ])
})

test('a consent source that throws dispatches an error event with invalid_argument', async () => {
  const cause = new Error('Mine')
  vi.stubGlobal('__tcfapi', () => {
    throw cause
  })
  const reported: RewardsError[] = []
  const rewards = createRewards({ domain: DOMAIN, consent: 'tcf' })
  rewards.addEventListener('error', ({ detail }) => reported.push(detail))
  await expect.poll(() => reported).toHaveLength(1)
  expect(reported[0]).toMatchObject({ code: 'invalid_argument', cause })
  expect(reported[0]?.message).toContain('options.consent')
})
