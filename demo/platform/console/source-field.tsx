/** @jsxImportSource hono/jsx */

interface SourceFieldProps {
  /** The id and the name of the field. */
  name: string
  rows: number
  source: string
  /** The id of the hint below or above the field. */
  hint: string
  /** Whether the page lists errors of the source (`SourceErrors`). */
  hasErrors: boolean
  maxlength?: number
}

/** The field in which a source is written as JSON. */
export const SourceField = ({ name, rows, source, hint, hasErrors, maxlength }: SourceFieldProps) => (
  <textarea
    id={name}
    name={name}
    rows={rows}
    maxlength={maxlength}
    spellcheck={false}
    autocapitalize="off"
    autocomplete="off"
    aria-describedby={hasErrors ? `errors ${hint}` : hint}
    aria-invalid={hasErrors ? 'true' : undefined}
  >
    {`\n${source}`}
  </textarea>
)
