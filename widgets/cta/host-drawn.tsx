import { Component } from 'preact'

interface HostDrawnProps {
  /** The page's own button, around the zone's element. */
  button: Element
  host: Element
  open(event: MouseEvent): void
}

/** Draws nothing: the page has drawn it. */
export class HostDrawn extends Component<HostDrawnProps> {
  #heard: Element | undefined

  override componentDidMount() {
    this.#listen()
  }

  override componentDidUpdate() {
    this.#listen()
  }

  override componentWillUnmount() {
    this.#heard?.removeEventListener('click', this.#click)
  }

  override render() {
    return null
  }

  #listen() {
    const { button } = this.props
    if (button === this.#heard) return
    this.#heard?.removeEventListener('click', this.#click)
    button.addEventListener('click', this.#click)
    this.#heard = button
  }

  #click = (event: Event) => {
    // A zone that was taken out of its button keeps what it shows, in case it comes back, but no longer speaks for the button.
    if (this.props.button.contains(this.props.host)) this.props.open(event as MouseEvent)
  }
}
