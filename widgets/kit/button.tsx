import type { ComponentChildren } from 'preact'

interface ButtonProps {
  children: ComponentChildren
  /** `main`: the one thing to do here. */
  kind?: 'main' | 'quiet'
  disabled?: boolean
  onClick(event: MouseEvent): void
}

export const Button = ({ kind = 'main', ...rest }: ButtonProps) => (
  <button type="button" part={`button ${kind}`} {...rest} />
)
