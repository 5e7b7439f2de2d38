import type { ComponentChildren } from 'preact'

interface FilledTextProps {
  /** A text with a placeholder. Without one, it is shown alone. */
  text: string
  placeholder: '{date}' | '{name}'
  /** Stands for the placeholder. */
  children: ComponentChildren
}

/** A text with an element in it. */
export const FilledText = ({ text, placeholder, children }: FilledTextProps) => (
  <>{text.split(placeholder).flatMap((part, index) => (index ? [children, part] : part))}</>
)
