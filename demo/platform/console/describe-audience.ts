import type { Conditions } from '../campaign/conditions.js'

/** The conditions of a creative as a text: `locale: fr, level: verified`. */
export function describeAudience(when: Conditions): string {
  const conditions = Object.entries(when).map(([name, value]) => `${name}: ${[value].flat().map(textOf).join(' or ')}`)
  return conditions.join(', ') || 'Everybody'
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
