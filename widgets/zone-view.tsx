/// <reference types="vite/client" />
import { Component, render } from 'preact'
import buttonStyles from './kit/button.css?inline'
import { Retry } from './kit/retry.js'
import { en } from './messages/en.js'
import { styleSheet } from './theme/style-sheet.js'
import { type Theme, themeSheet } from './theme/theme.js'
import tokens from './theme/tokens.css?inline'
import type { Action } from './views.js'
import styles from './zone.css?inline'
import type { ZoneState } from './zone-state.js'

interface ZoneViewProps {
  state: ZoneState
  theme: Theme
  retry(): void
  act(action: Action): void
}

/** Draws a zone as it now is. */
export function renderZone(root: ShadowRoot, props: ZoneViewProps) {
  const { state, theme } = props
  const view = state.is === 'ready' ? [styleSheet(state.view.styles)] : []
  root.adoptedStyleSheets = [styleSheet(tokens + styles + buttonStyles), ...view, themeSheet(theme)]
  render(<ZoneView {...props} />, root)
}

class ZoneView extends Component<ZoneViewProps, { broken?: ZoneState }> {
  /** A view that throws shows nothing, rather than an error in the page's console at every drawing. */
  override componentDidCatch() {
    this.setState({ broken: this.props.state })
  }

  override render({ state, theme, retry, act }: ZoneViewProps, { broken }: { broken?: ZoneState }) {
    if (state.is === 'slot') return <slot />
    if (state.is === 'empty' || state === broken) return null
    return (
      <div
        class={`zone ${state.is} ${theme.scheme ?? ''}`}
        part="zone"
        tabIndex={-1}
        aria-busy={state.is === 'loading'}
      >
        {state.is === 'loading' && <Skeleton />}
        {state.is === 'failed' && (
          <div class="card" part="card">
            <Retry text={en.failed} label={en.retry} retry={retry} />
          </div>
        )}
        {state.is === 'ready' && <state.view.default {...state} messages={en} act={act} />}
      </div>
    )
  }
}

const Skeleton = () => (
  <div class="card" part="skeleton">
    <div class="bar" />
    <div class="bar" />
    <div class="bar" />
    <div class="bar" />
  </div>
)
