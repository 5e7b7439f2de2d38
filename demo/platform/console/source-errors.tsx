/** @jsxImportSource hono/jsx */
import type { SourceError } from '../campaign/source-error.js'

interface SourceErrorsProps {
  source: string
  errors: SourceError[]
}

/** Shows what is wrong with a source: errors of a line follow that line. The focus is here when the page opens. */
export function SourceErrors({ source, errors }: SourceErrorsProps) {
  const lines = source.split('\n')
  return (
    <div id="errors" class="source-errors" role="alert" tabindex={-1} autofocus>
      <p>Not saved. {errors.length === 1 ? 'There is an error' : `There are ${errors.length} errors`}:</p>
      <ul>
        {errors.map(({ message, line }, index) => (
          <li>
            {line !== undefined && line !== errors[index - 1]?.line && <Excerpt lines={lines} line={line} />}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A line of the source with the line before it. */
const Excerpt = ({ lines, line }: { lines: string[]; line: number }) => (
  <pre class="code">
    {lines.slice(Math.max(0, line - 2), line).map((text, index, excerpt) => {
      const number = line - excerpt.length + index + 1
      return number === line ? (
        <mark data-line={number}>{shorten(text)}</mark>
      ) : (
        <span data-line={number}>{shorten(text)}</span>
      )
    })}
  </pre>
)

/** The maximum length of a line. Minified JSON is one long line. */
const MAX_LENGTH = 200

const shorten = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)
