import { describe, expect, test, vi } from 'vitest'
import { readTheme, themeCss } from '../../../widgets/theme/theme.js'

describe('a theme', () => {
  test('becomes custom properties, which win over the page’s own', () => {
    expect(themeCss({ accent: '#1f5c46', accentText: 'white' })).toBe(
      ':host{--rewards-accent:#1f5c46!important;--rewards-accent-text:white!important;}',
    )
  })

  test('sets a number as a length, and leaves out what is no text, no value of CSS or no key', () => {
    const theme = {
      radius: 6,
      minHeight: 400,
      accent: { toString: 1 },
      line: null,
      font: '',
      text: '#12',
      zebra: 'red',
      scheme: 'sepia',
      soft: 'rgb(1 2 3',
    }
    // happy-dom accepts every value.
    const isLength = (value: string) => /^\d/.test(value)
    // A browser closes the bracket of a value at its end, but not that of a value in a condition.
    const supports = (property: string, value?: string) => {
      if (value === undefined) return !property.includes('rgb(1 2 3)')
      return property === 'padding-left' ? isLength(value) : value !== '' && value !== '#12' && !isLength(value)
    }
    vi.stubGlobal('CSS', { supports })
    expect(readTheme(theme as never)).toEqual({ radius: '6px', minHeight: '400px' })
    expect(readTheme({ minHeight: '9rem' })).toEqual({ minHeight: '9rem' })
    vi.unstubAllGlobals()
  })

  test.each([
    ['accent', '#123456'],
    ['accentText', '#123456'],
    ['text', '#123456'],
    ['surface', 'linear-gradient(red, blue)'],
    ['soft', '#123456'],
    ['line', '#123456'],
    ['radius', '6px'],
    ['font', 'serif'],
    ['minHeight', '6px'],
    ['scheme', 'light'],
    ['scheme', 'dark'],
  ])('has for %s a value of its kind, such as %s', (key, value) => {
    const values: Record<string, string[]> = {
      color: ['#123456'],
      background: ['linear-gradient(red, blue)'],
      'padding-left': ['6px'],
      'font-family': ['serif'],
    }
    vi.stubGlobal('CSS', {
      supports: (property: string, value?: string) => value === undefined || Boolean(values[property]?.includes(value)),
    })
    const theme = readTheme({ [key]: value })
    vi.unstubAllGlobals()
    expect(theme).toEqual({ [key]: value })
  })

  test('can set nothing but the values of its properties', () => {
    const hostile: object = { accent: 'red;} * {display: none', 'x:y;}*{z': '1' }
    expect(themeCss({ accent: 'r;e{d}/*' })).toBe(':host{--rewards-accent:red!important;}')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(themeCss(readTheme(hostile)))
    expect(sheet.cssRules).toHaveLength(1)
    expect((sheet.cssRules[0] as CSSStyleRule).style.display).toBe('')
  })
})
