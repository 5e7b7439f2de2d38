/** The text of a string or a number. Undefined for anything else: some objects have no text, such as `{"toString": null}`. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined

/** The texts in a list. Other items are left out. No texts if `list` is not a list. */
export const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.map(textOf).filter(text => text !== undefined) : []
