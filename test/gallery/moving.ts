import type { Page } from 'playwright-core'

/** What moves although the visitor wants less motion. The backdrop of a dialog is part of it. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap(element => [
        element,
        ...(element.shadowRoot ? within(element.shadowRoot) : []),
      ])
    const moves = (element: Element, pseudo?: string) => {
      const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, pseudo)
      return animationName !== 'none' || /[1-9]/.test(transitionDuration) || scrollBehavior === 'smooth'
    }
    const PSEUDO_ELEMENTS = [undefined, '::before', '::after', '::backdrop']
    return [...document.querySelectorAll('rewards-zone')]
      .flatMap(zone => within(zone.shadowRoot!))
      .flatMap(element =>
        PSEUDO_ELEMENTS.filter(pseudo => moves(element, pseudo)).map(
          (pseudo = '') => `moves: ${element.localName}${pseudo} ${element.part}`,
        ),
      )
  })
