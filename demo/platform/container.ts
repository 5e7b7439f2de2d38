/** The container of events that count: in figures, and for the fulfillment of rewards. */
export const PRODUCTION = 'production'

/**
 * The container of an event. Tests of a program use a container of their own: what happens in it decides within it only. An empty text, as a
 * form sends it, is no container.
 */
export const containerOf = ({ container }: Record<string, unknown>): string =>
  typeof container === 'string' && container !== '' ? container : PRODUCTION

/** The same for SQL: whether the event with this data is in production. */
export const isInProduction = (data: string) =>
  `(coalesce(${data}->>'container', '') in ('', '${PRODUCTION}') or jsonb_typeof(${data}->'container') <> 'string')`
