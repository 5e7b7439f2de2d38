import { Component, type ComponentChildren } from 'preact'

interface BoundaryProps {
  /** Called once, while Preact is still drawing. */
  onError(cause: unknown): void
  children: ComponentChildren
}

/** An error boundary: shows nothing any more once one of its children has thrown, in drawing or in a lifecycle method. */
export class Boundary extends Component<BoundaryProps, { failed?: boolean }> {
  override componentDidCatch(cause: unknown) {
    this.setState({ failed: true })
    this.props.onError(cause)
  }

  override render({ children }: BoundaryProps, { failed }: { failed?: boolean }) {
    return failed ? null : children
  }
}
