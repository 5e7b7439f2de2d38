import { beforeEach, describe, expect, test } from 'vitest'
import { writeCookie } from '../../../src/token/cookie.js'
import { recallDismissal, rememberDismissal } from '../../../widgets/cta/dismissal.js'
import { pageCookie } from '../../page-cookie.js'

const COOKIE = pageCookie('https://share.brand.localhost')

const zone = (campaign_id: string) => ({ name: 'overlay', event_id: '1', campaign_id, data: {} })
const keepToken = (owner: string) => writeCookie(COOKIE, `token|${owner}|0|1`)

beforeEach(() => {
  localStorage.clear()
  writeCookie(COOKIE, undefined)
})

describe('a dismissal', () => {
  test('is remembered for one person and one campaign', () => {
    keepToken('ida')
    rememberDismissal(zone('spring'), 'minimized')
    expect(recallDismissal(zone('spring'))).toBe('minimized')
    expect(recallDismissal(zone('autumn'))).toBeUndefined()
  })

  test('holds the random id of the person, and never the token', () => {
    keepToken('ida')
    rememberDismissal(zone('spring'), 'gone')
    expect(JSON.stringify({ ...localStorage })).toContain('ida')
    expect(JSON.stringify({ ...localStorage })).not.toContain('token|')
  })

  test.each([
    ['a page that keeps no token', undefined],
    ['a page whose person has logged out', '|'],
  ])('is not written on %s', (_, cookie) => {
    writeCookie(COOKIE, cookie)
    rememberDismissal(zone('spring'), 'gone')
    expect(localStorage).toHaveLength(0)
  })

  test.each([
    ['consent is withdrawn', undefined],
    ['the person logs out', '|'],
    ['another person comes', 'token|max|0|1'],
  ])('is forgotten when %s', (_, cookie) => {
    keepToken('ida')
    rememberDismissal(zone('spring'), 'gone')
    writeCookie(COOKIE, cookie)
    expect(recallDismissal(zone('spring'))).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })
})
