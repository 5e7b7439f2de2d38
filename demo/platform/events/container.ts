/** The container an event belongs to: a program is tried out in one of its own. */
export const containerOf = (data: Record<string, unknown>): string =>
  typeof data.container === 'string' ? data.container : 'production'
