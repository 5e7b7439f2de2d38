import type { ComponentChildren } from 'preact'
import { catchErrors } from './view-errors.js'

interface ButtonProps {
  children: ComponentChildren
  /** `main`: the primary action. */
  kind?: 'main' | 'quiet'
  type?: 'button' | 'submit'
  disabled?: boolean | undefined
  'aria-disabled'?: boolean | undefined
  /** For a button that shows and hides something: whether it is shown. */
  expanded?: boolean
  /** Unless it is the language of the widget. */
  lang?: string | undefined
  onClick?(event: MouseEvent): unknown
}

export const Button = ({ kind = 'main', expanded, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    part={`button ${kind}`}
    aria-expanded={expanded}
    onClick={onClick && catchErrors(onClick)}
    // A browser clicks again and again while Enter is held.
    onKeyDown={catchErrors((event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault())}
    {...rest}
  />
)
