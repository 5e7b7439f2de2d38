/** The container of an event. Tests of a program use a container of their own. */
export const containerOf = (data: Record<string, unknown>): string =>
  typeof data.container === 'string' ? data.container : 'production'
