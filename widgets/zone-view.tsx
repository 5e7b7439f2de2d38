/// <reference types="vite/client" />
import { render } from 'preact'
import { Retry } from './kit/retry.js'
import { en } from './messages/en.js'
import { styleSheet } from './theme/style-sheet.js'
import { type Theme, themeStyles } from './theme/theme.js'
import type { Action } from './views.js'
import styles from './zone.css?inline'
import type { ZoneState } from './zone-state.js'

interface ZoneViewProps {
  state: ZoneState
  theme: Theme
  retry(): void
  act(action: Action): void
}

/** Draws a zone as it now is. Throws what the widget's view throws. */
export function renderZone(root: ShadowRoot, props: ZoneViewProps) {
  const { state, theme } = props
  const texts = [styles, state.is === 'ready' ? state.view.styles : '', themeStyles(theme)]
  root.adoptedStyleSheets = texts.map(styleSheet)
  render(<ZoneView {...props} />, root)
}

function ZoneView({ state, theme, retry, act }: ZoneViewProps) {
  if (state.is === 'slot') return <slot />
  if (state.is === 'empty') return null
  return (
    <div class={`zone ${theme.scheme ?? ''}`} part="zone" tabIndex={-1} aria-busy={state.is === 'loading'}>
      {state.is === 'loading' && <div part="card skeleton" />}
      {state.is === 'failed' && (
        <div part="card">
          <Retry text={en.failed} label={en.retry} retry={retry} />
        </div>
      )}
      {state.is === 'ready' && (
        <state.view.default {...state} messages={{ ...en, ...state.view.words }} locale="en" act={act} />
      )}
    </div>
  )
}
