import { Button } from './button.js'

interface RetryProps {
  text: string
  label: string
  retry(): void
}

/** Says that something could not be had, and offers to try again. */
export const Retry = ({ text, label, retry }: RetryProps) => (
  <div part="failed">
    <span role="status">{text}</span>
    <Button
      kind="quiet"
      onClick={event => {
        // This button will go; the focus stays in its place for what comes instead.
        ;(event.currentTarget as Element).closest<HTMLElement>('.zone')?.focus()
        retry()
      }}
    >
      {label}
    </Button>
  </div>
)
