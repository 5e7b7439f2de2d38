import { Component, type ComponentChildren } from 'preact'

interface BoundaryProps {
  /** What the children show. After an error they are hidden for as long as this is the same object. */
  of: object
  /** Called once for each error, while Preact is still rendering. */
  onError(cause: unknown): void
  children: ComponentChildren
}

interface BoundaryState {
  failed?: object
}

/**
 * An error boundary: hides its children once one of them has thrown, in rendering or in a lifecycle method. It must stay when its
 * children go: Preact passes an error of `componentWillUnmount` to a boundary that stays.
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override componentDidCatch(cause: unknown) {
    this.setState({ failed: this.props.of })
    this.props.onError(cause)
  }

  override render({ of, children }: BoundaryProps, { failed }: BoundaryState) {
    return failed === of ? null : children
  }
}
