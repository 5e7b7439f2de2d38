import { Component, type ComponentChildren } from 'preact'

interface ErrorBoundaryProps {
  /** After an error, the children stay hidden until this is another object. */
  resetKey: object
  /** Called once for each error, while Preact is still rendering. */
  onError(cause: unknown): void
  children: ComponentChildren
}

interface ErrorBoundaryState {
  /** The `resetKey` at the last error. */
  failedKey?: object
}

/**
 * Hides its children when one of them throws in rendering or in a lifecycle method. Remove the children, not the boundary: Preact passes an
 * error of `componentWillUnmount` only to a boundary that stays.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override componentDidCatch(cause: unknown) {
    this.setState({ failedKey: this.props.resetKey })
    this.props.onError(cause)
  }

  override render({ resetKey, children }: ErrorBoundaryProps, { failedKey }: ErrorBoundaryState) {
    return failedKey === resetKey ? null : children
  }
}
