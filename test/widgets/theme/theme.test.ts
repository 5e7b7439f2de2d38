import { describe, expect, test } from 'vitest'
import { themeCss } from '../../../widgets/theme/theme.js'

describe('a theme', () => {
  test('becomes custom properties, which win over the page’s own', () => {
    expect(themeCss({ accent: '#1f5c46', accentText: 'white' })).toBe(
      ':host{--rewards-accent:#1f5c46!important;--rewards-accent-text:white!important;}',
    )
  })

  test('can set nothing but the values of its properties', () => {
    const hostile = { accent: 'red;} * {display: none', 'x:y;}*{z': '1' }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(themeCss(hostile))
    expect(sheet.cssRules).toHaveLength(1)
    expect((sheet.cssRules[0] as CSSStyleRule).style.display).toBe('')
  })
})
