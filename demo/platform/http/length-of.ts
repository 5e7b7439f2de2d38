/** The length of a value from a request: of the string, or of the JSON of any other value. */
export const lengthOf = (value: unknown): number => (typeof value === 'string' ? value : JSON.stringify(value)).length
