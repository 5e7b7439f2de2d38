import type { ComponentChildren } from 'preact'

interface ButtonProps {
  children: ComponentChildren
  /** `main`: the one thing to do here. */
  kind?: 'main' | 'quiet'
  type?: 'button' | 'submit'
  disabled?: boolean | undefined
  'aria-disabled'?: boolean | undefined
  /** Of a button that unfolds something: whether it does. */
  expanded?: boolean
  onClick?(event: MouseEvent): void
}

export const Button = ({ kind = 'main', expanded, ...rest }: ButtonProps) => (
  <button type="button" part={`button ${kind}`} aria-expanded={expanded} {...rest} />
)
