import type { Page } from 'playwright-core'

/**
 * Buttons, fields, avatars and dialogs without a border that is drawn, in forced colours. There the browser removes most backgrounds and all
 * shadows, so that nothing but a border shows where such an element ends.
 */
export const borderless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const BORDERED =
      '[part~=button], [part=banner], .icon-button, [part=face], dialog, textarea, select, input:not([type=checkbox], [type=radio])'

    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap(element => [
        element,
        ...(element.shadowRoot ? within(element.shadowRoot) : []),
      ])
    const hasBorder = (element: Element) => {
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
      return borderTopWidth !== '0px' && borderTopStyle !== 'none' && !/^rgba\(.*, 0\)$/.test(borderTopColor)
    }

    return within(document)
      .filter(element => element.matches(BORDERED) && element.checkVisibility({ visibilityProperty: true }))
      .filter(element => !hasBorder(element))
      .map(({ localName, part }) => `without a border: ${localName} ${part}`)
  })
