// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { extractLandingToken } from '../../../src/token/landing-token.js'

const SHOP = 'https://shop.brand.localhost/'

function land(address: string, state: unknown = null) {
  history.replaceState(state, '', SHOP + address)
  const access_token = extractLandingToken()
  return { access_token, address: location.href.slice(SHOP.length) }
}

describe('a token in the landing address of a share link', () => {
  test.each([
    ['?access_token=abc', ''],
    ['?access_token=abc#top', '#top'],
    ['?utm_source=rewards&access_token=abc', '?utm_source=rewards'],
    ['?access_token=abc&utm_source=rewards', '?utm_source=rewards'],
    ['?a=1&access_token=abc&b=2#c', '?a=1&b=2#c'],
    ['products/1?q=a%20b+c&access_token=abc&e=%C3%A9&flag', 'products/1?q=a%20b+c&e=%C3%A9&flag'],
  ])('%s is removed from it; %j is left', (address, left) => {
    expect(land(address)).toEqual({ access_token: 'abc', address: left })
  })

  test('is decoded like the browser does', () => {
    expect(land('?access_token=a%2Bb%3D').access_token).toBe('a+b=')
  })

  test('does not change the state of the history', () => {
    land('?access_token=abc', { scroll: 7 })
    expect(history.state).toEqual({ scroll: 7 })
  })

  test('is read even if the history cannot be changed', () => {
    history.replaceState(null, '', '?access_token=abc')
    const refusing = vi.spyOn(history, 'replaceState').mockImplementation(() => {
      throw new DOMException('Too many calls', 'SecurityError')
    })
    expect(extractLandingToken()).toBe('abc')
    refusing.mockRestore()
  })

  test('adds no entry to the history', () => {
    const before = history.length
    land('?access_token=abc')
    expect(history.length).toBe(before)
  })

  test('is not read twice', () => {
    land('?access_token=abc')
    expect(extractLandingToken()).toBeUndefined()
  })

  test.each([
    '',
    '?a=1',
    '?my_access_token=abc',
    '#access_token=abc',
    '#?access_token=abc',
    '?a=access_token',
  ])('is not found in %j, which stays unchanged', address => {
    expect(land(address)).toEqual({ access_token: undefined, address })
  })

  test.each([
    ['?access_token=&a=1', '?a=1'],
    ['?access_token', ''],
  ])('that is empty is ignored, but removed: %j', (address, left) => {
    expect(land(address)).toEqual({ access_token: undefined, address: left })
  })
})
