import type { ComponentChildren } from 'preact'

interface LiveRegionProps {
  children: ComponentChildren
  /** Only for screen readers: the page shows the same in another way. */
  hidden: boolean
  /** Unless it is the language of the widget. */
  lang?: string
}

/** Announces what happened. Render it before it has a text: a region that is inserted together with its text is not announced. */
export const LiveRegion = ({ children, hidden, lang }: LiveRegionProps) => (
  <div class={hidden ? 'visually-hidden' : ''} part="status" role="status" lang={lang}>
    {children}
  </div>
)
