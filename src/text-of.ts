/** The text of a value that may be anything: of a string or a number. An object need not have one: `{"toString": null}` is valid JSON. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined

/** The texts in a list that may be anything. */
export const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.map(textOf).filter(text => text !== undefined) : []
