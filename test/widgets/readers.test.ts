import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readImage, readLink, readList, readObject, readText, readTexts } from '../../widgets/readers.js'

/** Halves of surrogate pairs among them. */
const codeUnit = fc.integer({ min: 0xd000, max: 0xe0ff }).map(unit => String.fromCharCode(unit))

describe('readers of content', () => {
  test('accept any value and never throw', () => {
    fc.assert(
      fc.property(fc.anything(), value => {
        expect(typeof readText(value)).toBe('string')
        expect(typeof value === 'string' || readText(value) === '').toBe(true)
        expect(Array.isArray(readList(value))).toBe(true)
        expect(readTexts(value).every(item => item !== '' && typeof item === 'string')).toBe(true)
        expect(readObject(value)).toBeTypeOf('object')
        expect(['string', 'undefined']).toContain(typeof readLink(value))
        expect(['string', 'undefined']).toContain(typeof readImage(value))
      }),
    )
  })

  test('return text that fits into an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: codeUnit }), value => {
        expect(() => encodeURIComponent(readText(value))).not.toThrow()
      }),
    )
    expect(readText('half of a pair: \ud83d')).toBe('half of a pair: \ufffd')
    expect(readText(' 🎁 ')).toBe('🎁')
    // Cut in the middle of a character.
    expect(readText(`${'a'.repeat(4_999)}🎁`)).toBe(`${'a'.repeat(4_999)}\ufffd`)
  })

  test('return at most 5,000 characters of a text', () => {
    expect(readText('a'.repeat(9_000))).toBe('a'.repeat(5_000))
  })

  test('return only addresses that are safe to open', () => {
    const allowed = ['https://brand.com/terms', 'mailto:help@brand.com', 'sms:+15551234567', 'tel:+15551234567']
    expect(allowed.map(readLink)).toEqual(allowed)
    const refused = [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'blob:https://brand.com/1',
      'file:///etc/passwd',
      '/terms',
      '//brand.com',
      'https://',
      '',
    ]
    expect(refused.map(readLink)).toEqual(refused.map(() => undefined))
  })

  test('return only images from https', () => {
    expect(readImage('https://brand.com/a.png')).toBe('https://brand.com/a.png')
    expect(['data:image/svg+xml,<svg/>', 'mailto:a@b.c', 'javascript:1'].map(readImage)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('accept http on a page that uses http, as on a developer’s machine', () => {
    expect(location.protocol).toBe('http:')
    expect(readLink('http://share.brand.localhost/s/ada')).toBe('http://share.brand.localhost/s/ada')
    expect(readImage('http://shop.brand.localhost/a.png')).toBe('http://shop.brand.localhost/a.png')
  })

  test('refuse http on a page that uses https', () => {
    vi.stubGlobal('location', new URL('https://shop.brand.com/'))
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(readLink('http://share.brand.com/s/ada')).toBeUndefined()
    expect(readImage('http://shop.brand.com/a.png')).toBeUndefined()
  })

  test('return at most twenty items', () => {
    expect(readList(Array.from({ length: 1000 }))).toHaveLength(20)
  })
})
