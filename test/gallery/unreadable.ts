import type { Page } from 'playwright-core'

/**
 * Texts of the page and its widgets whose colour hardly differs from what is behind them, in forced colours. There axe compares the
 * page's own letters with the system's backgrounds, and reports neither what people see nor what they do not see. The browser's
 * computed colours are those that it draws.
 */
export const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** WCAG 2.2, 1.4.3. */
    const LEAST_CONTRAST = 4.5

    const parse = (color: string) => color.match(/[\d.]+/g)!.map(Number)
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = parse(color).map(value => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: string, other: string) => {
      const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
      return (lighter + 0.05) / (darker + 0.05)
    }
    const isOpaque = (color: string) => (parse(color)[3] ?? 1) === 1

    const parentOf = (element: Element): Element | null => {
      if (element.assignedSlot) return element.assignedSlot
      const root = element.getRootNode()
      return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
    }
    const backgroundOf = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.documentElement).backgroundColor
      const { backgroundColor } = getComputedStyle(element)
      return isOpaque(backgroundColor) ? backgroundColor : backgroundOf(parentOf(element))
    }

    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap(element => [
        element,
        ...(element.shadowRoot ? within(element.shadowRoot) : []),
      ])
    const hasText = (element: Element) =>
      [...element.childNodes].some(node => node instanceof Text && node.data.trim() !== '')
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, style, script')

    return within(document)
      .filter(element => hasText(element) && isShown(element))
      .map(element => ({ element, color: getComputedStyle(element).color, background: backgroundOf(element) }))
      .filter(({ color, background }) => contrast(color, background) < LEAST_CONTRAST)
      .map(({ element, color, background }) => `unreadable: ${element.localName} is ${color} on ${background}`)
  })
