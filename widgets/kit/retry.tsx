import { Button } from './button.js'
import { focusZone } from './focus-zone.js'

interface RetryProps {
  /** The zone's element. */
  host: Element
  text: string
  label: string
  retry(): void
}

/** Says that something could not be loaded, with a button that tries again. An alert is announced, although it is inserted together with its text. */
export const Retry = ({ host, text, label, retry }: RetryProps) => (
  <div part="failed">
    <span role="alert">{text}</span>
    <Button
      kind="quiet"
      onClick={() => {
        focusZone(host)
        retry()
      }}
    >
      {label}
    </Button>
  </div>
)
