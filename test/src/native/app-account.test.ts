import { describe, expect, test } from 'vitest'
import { createAppAccount } from '../../../src/native/app-account.js'

describe('A welcome', () => {
  test('with a token brings new credentials, once', () => {
    const account = createAppAccount()
    const news = { isOtherPerson: false, saysWho: true, hasCredentials: true }
    expect(account.update({ token: 'a' })).toEqual({ ...news, hasNewCredentials: true })
    expect(account.hasOffer()).toBe(true)
    expect(account.update({ token: 'a' })).toEqual({ ...news, hasNewCredentials: false })
  })

  test('that names another person is about that person', () => {
    const account = createAppAccount()
    account.update({ person: 'ada', token: 'a' })
    expect(account.update({ person: 'ada', token: 'b' }).isOtherPerson).toBe(false)
    expect(account.update({ person: 'bob', token: 'c' }).isOtherPerson).toBe(true)
    expect(account.person()).toBe('bob')
  })

  test('that names nobody is about the person whom an earlier one has named', () => {
    const account = createAppAccount()
    account.update({ person: 'ada', token: 'a' })
    for (const welcome of [{ color_scheme: 'dark' }, { token: 'b' }])
      expect(account.update(welcome).isOtherPerson).toBe(false)
    expect(account.person()).toBe('ada')
  })

  test('with a JWT is of that person, although its token is null', () => {
    const account = createAppAccount()
    account.update({ token: null, jwt: 'a.b.c' })
    expect([account.isLoggedOut(), account.hasOffer()]).toEqual([false, true])
  })

  test('with a different token is about another person, if the app does not name its people', () => {
    const account = createAppAccount()
    account.update({ token: 'a' })
    expect(account.update({ token: 'a' }).isOtherPerson).toBe(false)
    expect(account.update({ token: 'b' }).isOtherPerson).toBe(true)
  })

  test('brings credentials again for a person who comes back', () => {
    const account = createAppAccount()
    account.update({ person: 'ada', token: 'a' })
    account.update({ person: 'bob', token: 'b' })
    expect(account.update({ person: 'ada', token: 'a' }).hasNewCredentials).toBe(true)
  })

  test('of nobody ends the session of the app’s person', () => {
    const account = createAppAccount()
    expect(account.update({ token: null })).toMatchObject({ isOtherPerson: false, saysWho: true })
    account.update({ person: 'ada', token: 'a' })
    expect(account.update({ token: null }).isOtherPerson).toBe(true)
    expect([account.person(), account.isLoggedOut(), account.hasOffer()]).toEqual([undefined, true, false])
  })

  test('without a token does not say who the person is', () => {
    expect(createAppAccount().update({}).saysWho).toBe(false)
  })

  test.each([[{ toString: null }], [{}], [''], [null]])('with a name that is no text names nobody: %j', person => {
    const account = createAppAccount()
    expect(account.update({ person }).saysWho).toBe(false)
    expect(account.person()).toBeUndefined()
  })
})

describe('After a logout on the page', () => {
  test('the app’s old token does not log in again, but a new one does', () => {
    const account = createAppAccount()
    account.update({ person: 'ada', token: 'a' })
    account.logOut()
    expect([account.isLoggedOut(), account.hasOffer(), account.person()]).toEqual([true, false, undefined])
    account.update({ person: 'ada', token: 'a' })
    expect([account.isLoggedOut(), account.person()]).toEqual([true, undefined])
    account.update({ person: 'ada', token: 'b' })
    expect([account.isLoggedOut(), account.person()]).toEqual([false, 'ada'])
  })

  test('the app’s own logout ends nobody’s session', () => {
    const account = createAppAccount()
    account.update({ token: 'a' })
    account.logOut()
    expect(account.update({ token: null }).isOtherPerson).toBe(false)
  })
})

describe('The credentials to use', () => {
  test('are those of the welcome, before those of an answer', () => {
    const account = createAppAccount()
    account.update({ token: 'a' })
    expect(account.takeCredentials({ token: 'b' }).access_token).toBe('a')
  })

  test('are those of the answer once the token of the welcome is in force', () => {
    const account = createAppAccount()
    account.update({ token: 'a' })
    account.markUsed('a')
    expect(account.hasOffer()).toBe(false)
    expect(account.takeCredentials({ token: 'b' }).access_token).toBe('b')
  })

  test('are never a token that the page has used', () => {
    const account = createAppAccount()
    account.markUsed('a')
    expect(account.takeCredentials({ token: 'a' })).toEqual({})
  })

  test('make the JWT of an answer a used one', () => {
    const account = createAppAccount()
    expect(account.takeCredentials({ jwt: 'a.b.c' }).jwt).toBe('a.b.c')
    expect(account.update({ jwt: 'a.b.c' }).hasNewCredentials).toBe(false)
  })

  test('contain a JWT of a welcome once', () => {
    const account = createAppAccount()
    account.update({ jwt: 'a.b.c' })
    expect(account.takeCredentials({}).jwt).toBe('a.b.c')
    expect(account.hasOffer()).toBe(false)
    expect(account.update({ jwt: 'a.b.c' }).hasNewCredentials).toBe(false)
  })
})

test('The app learns a token again only if its scopes have changed', () => {
  const account = createAppAccount()
  const learned = [['UPDATE_PROFILE'], ['UPDATE_PROFILE'], ['VERIFIED_CONSUMER']]
  expect(learned.map(scopes => account.learnToken('a', scopes))).toEqual([true, false, true])
})
