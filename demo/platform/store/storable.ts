/** Replaces, in all texts of a JSON value, what the database cannot store: NUL characters, and halves of surrogate pairs. */
export const storable = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'string' ? each.replace(/\0|\p{Surrogate}/gu, '\u{FFFD}') : each,
  )
