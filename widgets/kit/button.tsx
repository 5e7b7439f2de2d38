import type { ComponentChildren } from 'preact'
import { guarded } from './view-errors.js'

interface ButtonProps {
  children: ComponentChildren
  /** `main`: the one thing to do here. */
  kind?: 'main' | 'quiet'
  type?: 'button' | 'submit'
  disabled?: boolean | undefined
  'aria-disabled'?: boolean | undefined
  /** Of a button that unfolds something: whether it does. */
  expanded?: boolean
  onClick?(event: MouseEvent): unknown
}

export const Button = ({ kind = 'main', expanded, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    part={`button ${kind}`}
    aria-expanded={expanded}
    onClick={onClick && guarded(onClick)}
    {...rest}
  />
)
