/// <reference types="vite/client" />
import { render } from 'preact'
import { enclosingButton } from './enclosing-button.js'
import { ErrorBoundary } from './kit/error-boundary.js'
import { focusZone } from './kit/focus-zone.js'
import { Retry } from './kit/retry.js'
import { onViewError } from './kit/view-errors.js'
import { en } from './messages/en.js'
import type { Messages } from './messages/messages.js'
import { overrideOwnerDocument } from './override-owner-document.js'
import { isUnclosed } from './page-children.js'
import { sharedStyleSheet, themeStyleSheet } from './theme/style-sheets.js'
import { readTheme, themeCss } from './theme/theme.js'
import type { Action, ViewModule, ZoneHost } from './view.js'
import styles from './zone.css?inline'
import type { ZoneState } from './zone-state.js'

interface ZoneProps {
  state: ZoneState
  host: ZoneHost
  /** The widgets' texts in the page's language. Empty for English. */
  translation: Partial<Messages>
  locale: string
  signal: AbortSignal
  retry(): void
  replaceView(view: ViewModule): void
  reportAction(action: Action): void
  /** Called when the widget's view throws, at any time. */
  onError(cause: unknown): void
}

/** Renders a zone. Exceptions of the widget's view, and of its event handlers, go to `onError`. */
export function renderZone(root: ShadowRoot, props: ZoneProps) {
  const { state, host, onError } = props
  const { height: minHeight } = state
  onViewError(root, onError)
  overrideOwnerDocument(root)
  const theme = themeCss({ ...readTheme(host.theme), ...(minHeight && { minHeight }) })
  const shared = [styles, state.status === 'ready' ? state.view.styles : '']
  const { host: element } = root
  // The document of a frame cannot use constructed style sheets of this one, and without styles, the zone would be hard to read. The
  // prototype is asked, because `overrideOwnerDocument()` may have replaced the property of the element itself.
  const isShown = Reflect.get(Node.prototype, 'ownerDocument', element) === document
  if (isShown) root.adoptedStyleSheets = [...shared.map(sharedStyleSheet), themeStyleSheet(root, theme)]
  const hadFocus = element.matches(':focus-within')
  render(isShown && <Zone {...props} />, root)
  // What had the focus is gone: keyboard users keep their place in the page.
  if (hadFocus && !element.matches(':focus-within')) focusZone(element)
}

/** The texts that the page has set: those for all languages, then those for the language, then those for the locale. Other values are ignored. */
export function readMessages({ messages }: ZoneHost, locale: string): Partial<Messages> {
  const given: Record<string, unknown> = { ...messages }
  const [language = ''] = locale.split('-')
  const all = [given, given[language], given[locale]].flatMap(texts => Object.entries(Object(texts)))
  return Object.fromEntries(all.filter(([, value]) => typeof value === 'string'))
}

function Zone({ state, translation, onError, ...rest }: ZoneProps) {
  const { host, retry } = rest
  if (state.status === 'slot') return <slot />
  // The rest of the page stays readable.
  const restOfPage = isUnclosed(host) && <slot />
  if (state.status === 'empty') return restOfPage || null
  const ready = state.status === 'ready' ? state : undefined
  const messages = { ...en, ...ready?.view.en, ...translation, ...readMessages(host, rest.locale) } as Messages
  return (
    <>
      <div
        class={`zone ${readTheme(host.theme).scheme ?? ''}`}
        part="zone"
        tabIndex={-1}
        lang={messages.lang}
        dir={messages.dir || undefined}
        aria-busy={state.status === 'loading'}
      >
        {state.status === 'loading' && state.height !== '0px' && <div part="card skeleton" />}
        {state.status === 'failed' && !enclosingButton(host) && (
          <div part="card">
            <Retry host={host} text={messages.failed} label={messages.retry} retry={retry} />
          </div>
        )}
        <ErrorBoundary resetKey={state} onError={onError}>
          {ready && <ready.view.default {...ready} {...rest} messages={messages} />}
        </ErrorBoundary>
      </div>
      {restOfPage}
    </>
  )
}
