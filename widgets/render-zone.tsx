/// <reference types="vite/client" />
import { render } from 'preact'
import { buttonAround } from './enclosing-button.js'
import { Boundary } from './kit/error-boundary.js'
import { onFailure } from './kit/view-errors.js'
import { Retry } from './kit/retry.js'
import { en } from './messages/en.js'
import type { Messages } from './messages/messages.js'
import { drawWithOwnDocument } from './override-owner-document.js'
import { text } from './readers.js'
import { styleSheet, themeSheet } from './theme/style-sheets.js'
import { schemeOf, themeStyles } from './theme/theme.js'
import type { Action, ZoneHost } from './view.js'
import styles from './zone.css?inline'
import type { ZoneState } from './zone-state.js'

interface ZoneViewProps {
  state: ZoneState
  host: ZoneHost
  /** Our words in the page's language, where that is not English. */
  words: Partial<Messages>
  locale: string
  signal: AbortSignal
  retry(): void
  act(action: Action): void
  /** The widget's view has thrown, now or later. */
  fail(cause: unknown): void
}

/** Draws a zone as it now is. What the widget's view throws, its event handlers too, goes to `fail`. */
export function renderZone(root: ShadowRoot, props: ZoneViewProps) {
  const { state, host, fail } = props
  const { height: minHeight } = state
  onFailure(root, fail)
  drawWithOwnDocument(root)
  const own = themeStyles({ ...host.theme, ...(minHeight && { minHeight }) })
  const shared = [styles, state.is === 'ready' ? state.view.styles : '']
  root.adoptedStyleSheets = [...shared.map(styleSheet), themeSheet(root, own)]
  render(<ZoneView {...props} />, root)
}

function ZoneView({ state, words, fail, ...rest }: ZoneViewProps) {
  const { theme, messages: own } = rest.host
  if (state.is === 'slot') return <slot />
  if (state.is === 'empty') return null
  const ready = state.is === 'ready' ? state : undefined
  const messages = { ...en, ...ready?.view.words, ...words, ...own } as Messages
  return (
    <div
      class={`zone ${schemeOf(theme)}`}
      part="zone"
      tabIndex={-1}
      lang={text(messages.lang)}
      dir={(text(messages.dir) || undefined) as Messages['dir']}
      aria-busy={state.is === 'loading'}
    >
      {state.is === 'loading' && state.height !== '0px' && <div part="card skeleton" />}
      {state.is === 'failed' && !buttonAround(rest.host) && (
        <div part="card">
          <Retry
            text={text(messages.failed) || en.failed}
            label={text(messages.retry) || en.retry}
            retry={rest.retry}
          />
        </div>
      )}
      <Boundary of={state} onError={fail}>
        {ready && <ready.view.default {...ready} {...rest} messages={messages} />}
      </Boundary>
    </div>
  )
}
