/** How many characters a value has that was sent: a text its own, anything else those of its JSON. */
export const lengthOf = (value: unknown): number => (typeof value === 'string' ? value : JSON.stringify(value)).length
