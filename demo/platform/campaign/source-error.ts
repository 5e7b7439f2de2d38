/** What is wrong with the source of a zone or program. */
export interface SourceError {
  /** The path or position, what was expected and what was given. */
  message: string
  /** The line of the source, from one. Undefined if the error concerns the whole source. */
  line?: number
}
