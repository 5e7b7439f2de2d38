/// <reference types="vite/client" />
import { render } from 'preact'
import { buttonAround } from './button-around.js'
import { Retry } from './kit/retry.js'
import { en } from './messages/en.js'
import type { Messages } from './messages/messages.js'
import { styleSheet } from './theme/style-sheet.js'
import { themeStyles } from './theme/theme.js'
import type { Action } from './views.js'
import styles from './zone.css?inline'
import type { RewardsZoneElement } from './zone-element.js'
import type { ZoneState } from './zone-state.js'

interface ZoneViewProps {
  state: ZoneState
  host: RewardsZoneElement
  /** Our words in the page's language, where that is not English. */
  words: Partial<Messages>
  locale: string
  signal: AbortSignal
  retry(): void
  act(action: Action): void
}

/** Draws a zone as it now is. Throws what the widget's view throws. */
export function renderZone(root: ShadowRoot, props: ZoneViewProps) {
  const { state, host } = props
  const { height: minHeight } = state
  const own = themeStyles({ ...host.theme, ...(minHeight && { minHeight }) })
  const texts = [styles, state.is === 'ready' ? state.view.styles : '', own]
  root.adoptedStyleSheets = texts.map(styleSheet)
  render(<ZoneView {...props} />, root)
}

function ZoneView({ state, words, ...rest }: ZoneViewProps) {
  const { theme, messages: own } = rest.host
  if (state.is === 'slot') return <slot />
  if (state.is === 'empty') return null
  const ready = state.is === 'ready' ? state : undefined
  const messages = { ...en, ...ready?.view.words, ...words, ...own } as Messages
  return (
    <div
      class={`zone ${theme?.scheme ?? ''}`}
      part="zone"
      tabIndex={-1}
      lang={messages.lang}
      dir={messages.dir}
      aria-busy={state.is === 'loading'}
    >
      {state.is === 'loading' && state.height !== '0px' && <div part="card skeleton" />}
      {state.is === 'failed' && !buttonAround(rest.host) && (
        <div part="card">
          <Retry text={messages.failed} label={messages.retry} retry={rest.retry} />
        </div>
      )}
      {ready && <ready.view.default {...ready} {...rest} messages={messages} />}
    </div>
  )
}
